package dev.semel.demo.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Outcome;
import dev.semel.demo.Casework;
import dev.semel.demo.CaseworkExtension;
import dev.semel.demo.Race;
import dev.semel.demo.timers.StartTimer;
import dev.semel.demo.timers.TimerStarted;
import dev.semel.demo.timers.TimerType;
import dev.semel.demo.timers.Timers;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CaseworkExtension.class)
class MoveIT {
  @Test
  void aCaseGoesItsWayAndEachStepHasItsAuditAndEvent(Casework casework) {
    UUID caseId = casework.openCase();

    assertThat(move(casework, caseId, Move.ESCALATE).state()).isEqualTo(CaseState.ESCALATED);
    assertThat(move(casework, caseId, Move.APPROVE).state()).isEqualTo(CaseState.APPROVED);
    assertThat(move(casework, caseId, Move.CLOSE).state()).isEqualTo(CaseState.CLOSED);
    CaseMoved reopened = move(casework, caseId, Move.REOPEN);

    assertThat(reopened).isEqualTo(new CaseMoved(caseId, CaseState.OPEN, 5, true));
    assertThat(casework.count("semel.audit WHERE subject = '%s'".formatted(caseId))).isEqualTo(5);
    assertThat(
            casework
                .database()
                .query(
                    "SELECT type, aggregate_version FROM semel.outbox WHERE aggregateid = ? ORDER BY xid, seq",
                    caseId.toString()))
        .extracting(row -> row.get("type") + " " + row.get("aggregate_version"))
        .containsExactly(
            "CaseOpened 1", "CaseEscalated 2", "CaseApproved 3", "CaseClosed 4", "CaseReopened 5");
  }

  @Test
  void anotherCommandForAStateThatIsReachedChangesNothing(Casework casework) {
    UUID caseId = casework.openCase();
    move(casework, caseId, Move.APPROVE);

    CaseMoved again = move(casework, caseId, Move.APPROVE);

    assertThat(again).isEqualTo(new CaseMoved(caseId, CaseState.APPROVED, 2, false));
    assertThat(casework.count("semel.audit WHERE action = 'APPROVE_CASE'")).isEqualTo(1);
    assertThat(casework.count("semel.outbox WHERE type = 'CaseApproved'")).isEqualTo(1);
  }

  @Test
  void aStateThatDoesNotAllowItIsToldApartFromAStaleLookAndAMissingCase(Casework casework) {
    UUID caseId = casework.openCase();
    move(casework, caseId, Move.CLOSE);

    assertRejected(tryMove(casework, caseId, Move.APPROVE, null), "CASE_STATE_CONFLICT");
    assertRejected(tryMove(casework, caseId, Move.REOPEN, 1L), "CASE_CHANGED");
    assertRejected(tryMove(casework, UUID.randomUUID(), Move.CLOSE, null), "NO_SUCH_CASE");
    assertThat(tryMove(casework, caseId, Move.REOPEN, 2L).isDone()).isTrue();
  }

  @Test
  void aCaseOfAnotherTenantIsMissing(Casework casework, Casework other) {
    UUID caseId = casework.openCase();

    assertRejected(tryMove(other, caseId, Move.APPROVE, null), "NO_SUCH_CASE");
    assertThat(casework.count("casework.complaint_case WHERE state = 'OPEN'")).isEqualTo(1);
  }

  @Test
  void twentySupervisorsApproveAndOneDoes(Casework casework) {
    UUID caseId = casework.openCase();

    List<CaseMoved> answers = Race.of(20, number -> move(casework, caseId, Move.APPROVE));

    assertThat(answers).filteredOn(CaseMoved::applied).hasSize(1);
    assertThat(casework.count("semel.outbox WHERE type = 'CaseApproved'")).isEqualTo(1);
  }

  @Test
  void closingEndsTheAssignmentAndStopsTheTimers(Casework casework) {
    UUID caseId = casework.openCase();
    casework.run(
        TimerStarted.class,
        effect ->
            casework
                .bean(Timers.class)
                .start(effect, casework.user(), caseId, new StartTimer(TimerType.DECISION, 24)));

    move(casework, caseId, Move.CLOSE);

    assertThat(casework.count("casework.sla_timer WHERE stopped_at IS NULL")).isZero();
    assertThat(casework.count("casework.sla_timer")).isEqualTo(1);
  }

  @Test
  void theTableItselfKnowsNoOtherState(Casework casework) {
    UUID caseId = casework.openCase();

    assertThatThrownBy(
            () ->
                casework
                    .database()
                    .execute(
                        "UPDATE casework.complaint_case SET state = 'LOST' WHERE case_id = '%s'"
                            .formatted(caseId)))
        .rootCause()
        .hasMessageContaining("complaint_case_state");
  }

  private static CaseMoved move(Casework casework, UUID caseId, Move move) {
    return tryMove(casework, caseId, move, null).orElseThrow();
  }

  private static Outcome<CaseMoved> tryMove(
      Casework casework, UUID caseId, Move move, @Nullable Long expectedVersion) {
    Decision decision = new Decision("because", expectedVersion);
    return casework.run(
        CaseMoved.class,
        effect -> casework.bean(Cases.class).move(effect, casework.user(), caseId, move, decision));
  }

  private static void assertRejected(Outcome<?> outcome, String code) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Rejected.class, no -> assertThat(no.rejection().code()).isEqualTo(code));
  }
}
