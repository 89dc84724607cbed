package dev.semel.demo.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Outcome;
import dev.semel.demo.Casework;
import dev.semel.demo.CaseworkExtension;
import dev.semel.demo.Race;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CaseworkExtension.class)
class OpenCaseIT {
  private static final OpenCase COMPLAINT =
      new OpenCase("hotline", "HL-17", "Noise at night", "From the quarry");

  @Test
  void aComplaintGetsACaseWithItsAuditAndItsEvent(Casework casework) {
    CaseOpened opened = open(casework, COMPLAINT);

    assertThat(opened.created()).isTrue();
    assertThat(opened.state()).isEqualTo(CaseState.OPEN);
    assertThat(casework.count("casework.complaint_case")).isEqualTo(1);
    assertThat(casework.count("semel.audit WHERE action = 'OPEN_CASE'")).isEqualTo(1);
    assertThat(casework.count("semel.outbox WHERE type = 'CaseOpened'")).isEqualTo(1);
  }

  @Test
  void anotherKeyForTheSameComplaintFindsTheCase(Casework casework) {
    CaseOpened first = open(casework, COMPLAINT);
    CaseOpened second = open(casework, COMPLAINT);

    assertThat(second.created()).isFalse();
    assertThat(second.caseId()).isEqualTo(first.caseId());
    assertThat(casework.count("casework.complaint_case")).isEqualTo(1);
    assertThat(casework.count("semel.outbox")).isEqualTo(1);
  }

  @Test
  void theSameReferenceFromAnotherSourceIsAnotherComplaint(Casework casework) {
    open(casework, COMPLAINT);
    open(casework, new OpenCase("letter", COMPLAINT.complaintRef(), "Noise at night", ""));

    assertThat(casework.count("casework.complaint_case")).isEqualTo(2);
  }

  @Test
  void theSameComplaintInAnotherTenantIsAnotherCase(Casework north, Casework south) {
    UUID one = open(north, COMPLAINT).caseId();
    UUID other = open(south, COMPLAINT).caseId();

    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void thirtyClerksWithThirtyKeysOpenOneCase(Casework casework) {
    List<CaseOpened> answers = Race.of(30, number -> open(casework, COMPLAINT));

    assertThat(answers).extracting(CaseOpened::caseId).containsOnly(answers.get(0).caseId());
    assertThat(answers).filteredOn(CaseOpened::created).hasSize(1);
    assertThat(casework.count("casework.complaint_case")).isEqualTo(1);
    assertThat(casework.count("semel.audit")).isEqualTo(1);
    assertThat(casework.count("semel.outbox")).isEqualTo(1);
  }

  @Test
  void thirtyAttemptsWithOneKeyOpenOneCase(Casework casework) {
    List<Outcome<CaseOpened>> outcomes =
        Race.of(
            30,
            number ->
                casework.run(
                    "key",
                    "",
                    CaseOpened.class,
                    effect -> cases(casework).open(effect, casework.user(), COMPLAINT)));

    assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
    assertThat(casework.count("casework.complaint_case")).isEqualTo(1);
    assertThat(casework.count("semel.intent")).isEqualTo(1);
  }

  private static CaseOpened open(Casework casework, OpenCase command) {
    return casework
        .run(CaseOpened.class, effect -> cases(casework).open(effect, casework.user(), command))
        .orElseThrow();
  }

  private static Cases cases(Casework casework) {
    return casework.bean(Cases.class);
  }
}
