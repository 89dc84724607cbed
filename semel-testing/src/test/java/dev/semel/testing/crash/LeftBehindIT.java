package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What nobody gives back is waited for a while, found, and not in the way of the next trial. */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class LeftBehindIT {
  private final PostgresDatabase database;

  LeftBehindIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    Handlers.makeTables(database);
  }

  /** Where it fails to commit, the server has rolled back, and no transaction is left. */
  @Test
  void whatAttemptsLeaveBehindIsEndedBeforeTheNextTrial() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::leaveOpenWhereItFails)
            .faults(CrashFault.STATEMENT_TIMEOUT, CrashFault.DUPLICATE)
            .explore();

    assertThat(report.findings())
        .hasSize(2)
        .allSatisfy(
            finding -> {
              assertThat(finding.problem()).isEqualTo(Problem.LEFT_BEHIND);
              assertThat(finding.detail()).contains("idle in transaction");
            });
    assertThat(report.trials()).isGreaterThan(2);
  }

  @Test
  void aLockOfASessionIsLeftBehindToo() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::lockForGood).faults(CrashFault.REDELIVERY).explore();

    assertThat(report.findings()).extracting(Finding::problem).containsExactly(Problem.LEFT_BEHIND);
    assertThat(report.findings().get(0).detail()).contains("an advisory lock of session");
    Handlers.giveBackLocks();
  }
}
