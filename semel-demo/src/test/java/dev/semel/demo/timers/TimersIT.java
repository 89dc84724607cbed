package dev.semel.demo.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Outcome;
import dev.semel.demo.Casework;
import dev.semel.demo.CaseworkExtension;
import dev.semel.demo.Race;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CaseworkExtension.class)
class TimersIT {
  private static final String ACTIVE = "casework.sla_timer WHERE stopped_at IS NULL";

  @Test
  void oneTimerOfAKindRunsWhoeverRaces(Casework casework) {
    UUID caseId = casework.openCase();

    List<Outcome<TimerStarted>> outcomes =
        Race.of(20, number -> start(casework, caseId, TimerType.DECISION));

    assertThat(outcomes).filteredOn(Outcome::isDone).hasSize(1);
    assertThat(outcomes).filteredOn(Outcome.Rejected.class::isInstance).hasSize(19);
    assertThat(casework.count(ACTIVE)).isEqualTo(1);
    assertThat(casework.count("semel.outbox WHERE type = 'TimerStarted'")).isEqualTo(1);
  }

  @Test
  void timersOfTwoKindsRunSideBySide(Casework casework) {
    UUID caseId = casework.openCase();

    assertThat(start(casework, caseId, TimerType.DECISION).isDone()).isTrue();
    assertThat(start(casework, caseId, TimerType.APPEAL).isDone()).isTrue();
    assertThat(casework.count(ACTIVE)).isEqualTo(2);
  }

  @Test
  void aStoppedTimerMakesRoomAndStoppingTwiceChangesNothing(Casework casework) {
    UUID caseId = casework.openCase();
    start(casework, caseId, TimerType.DECISION);

    assertThat(stop(casework, caseId).applied()).isTrue();
    assertThat(stop(casework, caseId).applied()).isFalse();
    assertThat(start(casework, caseId, TimerType.DECISION).isDone()).isTrue();
    assertThat(casework.count("casework.sla_timer")).isEqualTo(2);
    assertThat(casework.count("semel.audit WHERE action = 'STOP_TIMER'")).isEqualTo(1);
  }

  @Test
  void theTableItselfHasOneActiveTimerPerCaseAndType(Casework casework) {
    UUID caseId = casework.openCase();
    start(casework, caseId, TimerType.DECISION);
    String second =
        """
        INSERT INTO casework.sla_timer (tenant, case_id, type, due_at)
        VALUES ('%s', '%s', 'DECISION', now() + interval '1 hour')
        """
            .formatted(casework.user().tenant(), caseId);

    assertThatThrownBy(() -> casework.database().execute(second))
        .rootCause()
        .hasMessageContaining("one_active_timer");
  }

  private static Outcome<TimerStarted> start(Casework casework, UUID caseId, TimerType type) {
    return casework.run(
        TimerStarted.class,
        effect ->
            casework
                .bean(Timers.class)
                .start(effect, casework.user(), caseId, new StartTimer(type, 24)));
  }

  private static TimerStopped stop(Casework casework, UUID caseId) {
    return casework
        .run(
            TimerStopped.class,
            effect ->
                casework
                    .bean(Timers.class)
                    .stop(
                        effect,
                        casework.user(),
                        caseId,
                        TimerType.DECISION,
                        new StopTimer("decided")))
        .orElseThrow();
  }
}
