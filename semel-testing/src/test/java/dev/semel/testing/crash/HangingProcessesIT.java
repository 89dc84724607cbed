package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Attempts that never return, in a process of their own. */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class HangingProcessesIT {
  private final PostgresDatabase database;

  HangingProcessesIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    Handlers.makeTables(database);
  }

  @Test
  void aProcessThatHangsIsEndedAndHeard() {
    HangingElsewhere.here = true;

    CrashReport report =
        CrashExplorer.of(database, new HangingElsewhere())
            .limits(HangingHandlersIT.LIMITS)
            .killing(HangingElsewhere.class)
            .faults(CrashFault.KILLED_BEFORE)
            .whereAnnounced(CrashFault.KILLED_BEFORE)
            .explore();

    HangingHandlersIT.assertHangs(report, "nobody is here");
  }

  /** Returns only where a test has said that it is here: not in a process of its own. */
  static final class HangingElsewhere implements CrashHandler {
    static volatile boolean here;

    @Override
    public Object handle(Trial trial) throws Exception {
      if (!here) {
        System.err.println("nobody is here");
        HangingHandlersIT.waitForNobody();
      }
      trial.step("go on");
      return Handlers.markAndPayTogether(trial);
    }
  }

  @Test
  void aStepOfAProcessMayWaitForAnother() {
    CrashReport report =
        CrashExplorer.of(database, new StepWithinStep())
            .killing(StepWithinStep.class)
            .faults(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
            .whereAnnounced(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
            .explore();

    assertThat(report.trials()).isEqualTo(2 * 2);
    report.assertSafe();
  }

  /** One thread's step ends when another thread's has. */
  static final class StepWithinStep implements CrashHandler {
    @Override
    public Object handle(Trial trial) throws Exception {
      trial.step("outer", () -> inAnotherThread(() -> trial.step("inner")));
      return Handlers.markAndPayTogether(trial);
    }

    private static void inAnotherThread(Runnable action) {
      Thread other = new Thread(action);
      other.start();
      try {
        other.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
