package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A report tells what was not tried, also where nothing was found. */
@ExtendWith(PostgresExtension.class)
class ReportIT {
  private final PostgresDatabase database;

  ReportIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    Handlers.makeTables(database);
  }

  @Test
  void trialsWithoutTheirStepAreNamedThoughTheyMayBe() {
    AtomicInteger runs = new AtomicInteger();
    CrashReport report =
        CrashExplorer.of(
                database,
                trial -> {
                  trial.step("run " + runs.incrementAndGet());
                  return Handlers.markAndPayTogether(trial);
                })
            .faults(CrashFault.CUT_BEFORE)
            .mayMiss(1)
            .explore();

    report.assertSafe();
    assertThat(report.misses())
        .containsExactly(new MissedTrial(report.steps().get(0), CrashFault.CUT_BEFORE));
    assertThat(report.summary()).contains("1 of them without their step (CUT_BEFORE at step 1)");
    assertThat(report.toString())
        .contains("without its step: the connection is cut before step 1: run");
  }

  @Test
  @Tag("thorough")
  void whereNobodyGetsAnAnswerNotAllTrialsAreMade() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::markFirstAndKeepOthersOut)
            .faults(CrashFault.CUT_BEFORE, CrashFault.REPLY_LOST)
            .retryingFor(Duration.ofSeconds(1))
            .explore();

    assertThat(report.findings())
        .filteredOn(finding -> finding.problem() == Problem.NO_ANSWER)
        .hasSize(3);
    int all = 2 * report.steps().size();
    assertThat(report.trials()).isLessThan(all);
    assertThat(report.missed()).isZero();
    assertThat(report.toString())
        .contains("broken off: %d trials not made".formatted(all - report.trials()));
  }

  /** Before the mark, a duplicate comes to its end; behind it, it waits for the first. */
  @Test
  void duplicatesAreCountedThatWereBesideTheFirst() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::markAndPayTogether)
            .faults(CrashFault.DUPLICATE)
            .explore();

    assertThat(report.duplicates()).isEqualTo(4);
    assertThat(report.duplicatesBeside()).isBetween(2, 4);
    assertThat(report.summary())
        .contains(
            "%d of 4 duplicates still at work when the first went on"
                .formatted(report.duplicatesBeside()));
  }

  /** It stalls when it has the lease, which is for a minute. */
  @ParameterizedTest
  @CsvSource({"1, 0", "120, 1"})
  @Tag("thorough")
  void takeoversAreCounted(int seconds, int takenOver) {
    SettableClock clock = SettableClock.create();
    CrashReport report =
        CrashExplorer.of(database, new HeartbeatWithoutFence(clock))
            .clock(clock, Duration.ofSeconds(seconds))
            .ignoring("public.lease")
            .limits(Limits.STANDARD.duplicate(Duration.ofMinutes(1)))
            .faults(CrashFault.STALLED)
            .only(5, CrashFault.STALLED)
            .explore();

    assertThat(report.takenOver()).isEqualTo(takenOver);
    assertThat(report.summary())
        .contains("another took over in %d of 1 that stalled".formatted(takenOver));
  }
}
