package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Attempts that never return: each is a finding, and nobody waits for them for ever. */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class HangingHandlersIT {
  /** A run where nothing hangs must end within it on any machine. */
  static final Limits LIMITS = Limits.STANDARD.attempt(Duration.ofSeconds(10));

  private final PostgresDatabase database;
  private final SettableClock clock = SettableClock.create();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final CountDownLatch hanging = new CountDownLatch(1);

  HangingHandlersIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    Handlers.makeTables(database);
  }

  static void waitForNobody() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  /** Whoever comes while another is at work waits to be woken, and nobody wakes it. */
  private Object waitForTheOther(Trial trial) throws Exception {
    return oneAtATime(trial, Handlers::markAndPayTogether);
  }

  private Object oneAtATime(Trial trial, CrashHandler handler) throws Exception {
    if (!seen.add(trial.key())) {
      hanging.countDown();
      waitForNobody();
    }
    try {
      return Objects.requireNonNull(handler.handle(trial));
    } finally {
      seen.remove(trial.key());
    }
  }

  @Test
  void aDuplicateThatHangsIsFound() {
    CrashReport report =
        CrashExplorer.of(database, this::waitForTheOther)
            .limits(LIMITS)
            .faults(CrashFault.DUPLICATE)
            .explore();

    assertHangs(report, "the other attempt failed with HandlerHangsException");
  }

  @Test
  void whatHangsIsNotSafeThoughTrialsMayBeMissed() {
    CrashReport report =
        CrashExplorer.of(database, this::waitForTheOther)
            .limits(LIMITS)
            .faults(CrashFault.DUPLICATE)
            .mayMiss(100)
            .explore();

    assertThat(report.isSafe()).isFalse();
    assertThat(report.trials()).isEqualTo(1);
    assertThat(report.missed()).as("what was not made has missed nothing").isZero();
    assertThat(report.toString())
        .contains("broken off: %d trials not made".formatted(report.steps().size() - 1));
  }

  /** Gives up when a duplicate hangs, while that is still watched. */
  private Object payOrGiveUp(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      new Thread(() -> abortWhenADuplicateHangs(connection)).start();
      return Handlers.markAndPay(connection, trial.key());
    }
  }

  private void abortWhenADuplicateHangs(Connection connection) {
    try {
      hanging.await();
      connection.abort(Runnable::run);
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aDuplicateThatHangsIsFoundThoughTheFirstAttemptGivesUp() {
    CrashReport report =
        CrashExplorer.of(database, trial -> oneAtATime(trial, this::payOrGiveUp))
            .limits(LIMITS)
            .faults(CrashFault.DUPLICATE)
            .only(1, CrashFault.DUPLICATE) // Later, an open transaction would be waited for.
            .explore();

    assertHangs(report, "the other attempt failed with HandlerHangsException");
  }

  /** The first time it answers, and then no more; but where it is learnt from, it does. */
  private Object answerOnce(Trial trial) throws Exception {
    clock.instant();
    if (!seen.add(trial.key()) && !trial.key().contains("lesson")) {
      waitForNobody();
    }
    return Handlers.markAndPayTogether(trial);
  }

  @Test
  void aLaterAttemptThatHangsHasNoAnswer() {
    CrashReport report =
        CrashExplorer.of(database, this::answerOnce)
            .limits(LIMITS)
            .faults(CrashFault.REDELIVERY, CrashFault.CLOCK_JUMP)
            .clock(clock, Duration.ofMinutes(1))
            .explore();

    assertHangs(report, "answered, and then failed with HandlerHangsException");
  }

  /** The exploration ends with it: what hangs may be in the way of whatever comes next. */
  static void assertHangs(CrashReport report, String detail) {
    assertThat(report.findings()).as(report.toString()).hasSize(1);
    Finding finding = report.findings().get(0);
    assertThat(finding.problem()).isEqualTo(Problem.NO_ANSWER);
    assertThat(finding.detail()).contains(detail);
    assertThat(finding.cause()).contains("waits for what never comes");
  }
}
