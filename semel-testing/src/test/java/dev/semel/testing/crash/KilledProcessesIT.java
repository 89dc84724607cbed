package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A process does things once that this one has done long ago; it is killed at the others. */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class KilledProcessesIT {
  private static final String LOOK = "SELECT answer FROM marker WHERE key = ?";

  private final PostgresDatabase database;

  KilledProcessesIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    Handlers.makeTables(database);
  }

  /** Looks before it does anything, once; and each time between the mark and the payment. */
  static final class LookingOnceMore implements CrashHandler {
    private final AtomicBoolean started = new AtomicBoolean();

    @Override
    public Object handle(Trial trial) throws SQLException {
      try (Connection connection = trial.dataSource().getConnection()) {
        if (started.compareAndSet(false, true)) {
          Sql.text(connection, LOOK, trial.key());
        }
        if (Handlers.mark(connection, trial.key(), "paid")) {
          Sql.text(connection, LOOK, trial.key());
          Handlers.pay(connection, trial.key());
        }
        return "paid";
      }
    }
  }

  @Test
  void whatAProcessDoesOnceIsNotTakenForAStep() {
    CrashReport report =
        CrashExplorer.of(database, new LookingOnceMore())
            .killing(LookingOnceMore.class)
            .faults(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
            .explore();

    assertThat(report.steps()).hasSize(3);
    assertThat(report.missed()).isZero();
    assertThat(report.findings())
        .as("between the mark and the payment")
        .extracting(finding -> finding.fault() + " " + finding.step().number())
        .containsExactlyInAnyOrder(
            "KILLED_AFTER 1", "KILLED_BEFORE 2", "KILLED_AFTER 2", "KILLED_BEFORE 3");
    assertThat(report.findings())
        .filteredOn(finding -> finding.step().number() == 2)
        .allSatisfy(finding -> assertThat(finding.script().get(0)).endsWith("key = $1', step 1"));
  }

  /** Does something else first where it is killed. */
  static final class DoingOtherwise implements CrashHandler {
    @Override
    public Object handle(Trial trial) throws SQLException {
      try (Connection connection = trial.dataSource().getConnection()) {
        if (trial.key().contains("killed")) {
          Sql.text(connection, LOOK, trial.key());
        }
        return Handlers.markAndPay(connection, trial.key());
      }
    }
  }

  @Test
  void aKillAfterOtherStepsThanThoseThatWereLearntProvesNothing() {
    CrashReport report =
        CrashExplorer.of(database, new DoingOtherwise())
            .killing(DoingOtherwise.class)
            .faults(CrashFault.KILLED_BEFORE)
            .atBothEnds(CrashFault.KILLED_BEFORE)
            .explore();

    assertThat(report.findings()).isEmpty();
    assertThat(report.missed()).isEqualTo(report.trials());
    assertThatThrownBy(report::assertSafe).hasMessageContaining("did not come to their step");
  }

  /** What its step does fails in a process of its own. */
  static final class FailingInAStep implements CrashHandler {
    private final boolean fails;

    FailingInAStep() {
      this(true);
    }

    FailingInAStep(boolean fails) {
      this.fails = fails;
    }

    @Override
    public Object handle(Trial trial) throws SQLException {
      String answer = Handlers.markAndPayTogether(trial);
      trial.step("tell", this::tell);
      return answer;
    }

    private void tell() {
      if (fails) {
        throw new IllegalStateException("nobody to tell");
      }
    }
  }

  /** The same, but drops what its step throws. */
  static final class FailingInAStepAndGoingOn implements CrashHandler {
    private final FailingInAStep failing;

    FailingInAStepAndGoingOn() {
      this(true);
    }

    FailingInAStepAndGoingOn(boolean fails) {
      this.failing = new FailingInAStep(fails);
    }

    @Override
    public Object handle(Trial trial) throws SQLException {
      try {
        return failing.handle(trial);
      } catch (IllegalStateException dropped) {
        return "paid";
      }
    }
  }

  @Test
  void aProcessThatFailsBeforeItCanBeKilledIsAnError() {
    assertThatThrownBy(
            () -> killAfterWhatIsTold(new FailingInAStep(false), FailingInAStep.class).explore())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("fails in a process of its own")
        .hasMessageContaining("nobody to tell");
  }

  @Test
  void aProcessThatNobodyCouldKillProvesNothing() {
    CrashReport report =
        killAfterWhatIsTold(new FailingInAStepAndGoingOn(false), FailingInAStepAndGoingOn.class)
            .explore();

    assertThat(report.trials()).isEqualTo(1);
    assertThat(report.missed()).isEqualTo(1);
  }

  private CrashExplorer killAfterWhatIsTold(
      CrashHandler handler, Class<? extends CrashHandler> type) {
    return CrashExplorer.of(database, handler)
        .killing(type)
        .faults(CrashFault.KILLED_AFTER)
        .whereAnnounced(CrashFault.KILLED_AFTER);
  }
}
