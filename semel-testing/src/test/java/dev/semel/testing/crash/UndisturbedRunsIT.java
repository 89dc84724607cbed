package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Outcome;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is learnt, and refused, before anything goes wrong. */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class UndisturbedRunsIT {
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final PostgresDatabase database;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  UndisturbedRunsIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    Handlers.makeTables(database);
  }

  private static Object insertOrFail(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      Sql.update(connection, "INSERT INTO marker (key) VALUES (?)", trial.key());
      return "marked";
    }
  }

  @Test
  void aSecondAttemptThatFailsIsToldBeforeAnythingIsTried() {
    Set<String> keys = ConcurrentHashMap.newKeySet();
    CrashReport report =
        CrashExplorer.of(database, UndisturbedRunsIT::insertOrFail)
            .preparing((it, key) -> keys.add(key))
            .retryingFor(SHORT)
            .explore();

    assertThat(report.trials()).isZero();
    assertThat(report.isSafe()).isFalse();
    assertThat(report.findings()).singleElement().satisfies(UndisturbedRunsIT::isAFailure);
    assertThat(report.toString())
        .contains("left out: everything, because a second attempt")
        .contains("key: " + keys.iterator().next());
  }

  private static void isAFailure(Finding finding) {
    assertThat(finding.problem()).isEqualTo(Problem.OTHER_ANSWER);
    assertThat(finding.detail()).startsWith("answered marked, and then failed with PSQLException");
    assertThat(finding.cause())
        .startsWith("a second attempt fails though nothing went wrong")
        .endsWith("recognise the key and give the first answer again");
  }

  @Test
  void aSecondAnswerThatIsAnotherIsToldBeforeAnythingIsTried() {
    AtomicInteger answers = new AtomicInteger();
    CrashReport report =
        CrashExplorer.of(
                database,
                trial -> Handlers.markAndPayTogether(trial) + " " + answers.incrementAndGet())
            .explore();

    assertThat(report.trials()).isZero();
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.cause()).contains("answers are compared with equals"));
  }

  /** As a message that is due again after a while. */
  @Test
  void aSecondAttemptMayNeedATryOrTwo() {
    CrashExplorer.of(
            database,
            trial -> {
              boolean failsNow = seen.contains(trial.key()) && seen.add(trial.key() + " again");
              seen.add(trial.key());
              String answer = Handlers.markAndPayTogether(trial);
              if (failsNow) {
                throw new IllegalStateException("not due yet");
              }
              return answer;
            })
        .faults(CrashFault.REDELIVERY)
        .explore()
        .assertSafe();
  }

  @Test
  void anOutcomeIsNoAnswer() {
    CrashExplorer explorer =
        CrashExplorer.of(
            database, trial -> new Outcome.Executed<>(Handlers.markAndPayTogether(trial)));

    assertThatThrownBy(explorer::explore)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith("return outcome.orElseThrow()");
  }

  /** When a node is used for the first time, it tells of itself. */
  @Test
  void whatEitherNodeDoesOnceIsNotCounted() {
    Set<DataSource> nodes = ConcurrentHashMap.newKeySet();
    CrashExplorer.of(
            database,
            trial -> {
              try (Connection connection = trial.dataSource().getConnection()) {
                if (nodes.add(trial.dataSource())) {
                  Handlers.pay(connection, "the node's own");
                }
                return Handlers.markAndPay(connection, trial.key());
              }
            })
        .faults(CrashFault.CUT_BEFORE)
        .explore()
        .assertSafe();
  }

  /** Where it is learnt from, it answers each time. */
  @Test
  void whoFailsAfterItsAnswerIsNotAskedEverywhere() {
    CrashReport report =
        CrashExplorer.of(
                database,
                trial -> {
                  if (!seen.add(trial.key()) && !trial.key().contains("lesson")) {
                    throw new IllegalStateException("had enough");
                  }
                  return Handlers.markAndPayTogether(trial);
                })
            .faults(CrashFault.REDELIVERY)
            .retryingFor(SHORT)
            .explore();

    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.detail())
                  .containsPattern("had enough \\(\\d+ attempts in \\d+ s\\)");
              assertThat(finding.script())
                  .noneMatch(line -> line.contains("where the fault struck"));
            });
  }

  @Test
  void aClockThatTheHandlerNeverAsksIsRefused() {
    CrashExplorer explorer =
        CrashExplorer.of(database, Handlers::markAndPayTogether)
            .clock(SettableClock.create(), Duration.ofMinutes(1));

    assertThatThrownBy(explorer::explore)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("give the handler this clock");
    explorer.faults(CrashFault.REDELIVERY).explore().assertSafe();
  }

  @Test
  void nobodyTriesAgainForNoTime() {
    CrashExplorer explorer = CrashExplorer.of(database, Handlers::markAndPayTogether);

    assertThatThrownBy(() -> explorer.retryingFor(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
