package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a handler does when all was answered. */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class LateEffectsIT {
  private final PostgresDatabase database;

  LateEffectsIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    Handlers.makeTables(database);
  }

  private static void payAndClose(Connection open, String key) {
    try (Connection connection = open) {
      Handlers.pay(connection, key);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Longer after its last look than an exploration of many trials waits. */
  private void payMuchLater(String checked, Connection open, String key) {
    Looking.awaitAfter(checked, database);
    CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> payAndClose(open, key));
  }

  @Test
  void whatComesMuchLaterIsFoundWhereATrialIsRepeatedAlone() {
    Finding finding =
        CrashExplorer.of(database, Handlers::markAndPayTogether)
            .faults(CrashFault.REDELIVERY)
            .check(
                "nothing much",
                (it, key) -> {
                  Connection connection = it.connect();
                  String checked = Looking.now(it);
                  new Thread(() -> payMuchLater(checked, connection, key)).start();
                })
            .limits(Limits.STANDARD.late(Duration.ofMinutes(1)))
            .only(4, CrashFault.REDELIVERY)
            .explore()
            .findings()
            .get(0);

    assertThat(finding.problem()).isEqualTo(Problem.HAPPENED_AGAIN);
    assertThat(finding.detail())
        .isEqualTo("after its last answer, public.payment has 1 new rows instead of 0");
    assertThat(finding.cause()).contains("a retry of the handler's own");
  }

  @Test
  void whatIsMadeReadyForTheNextTrialIsNotLate() {
    CrashExplorer.of(database, Handlers::markAndPayTogether)
        .faults(CrashFault.CUT_BEFORE)
        .preparing((it, key) -> payAndClose(it.connect(), "made ready for " + key))
        .explore()
        .assertSafe();
  }
}
