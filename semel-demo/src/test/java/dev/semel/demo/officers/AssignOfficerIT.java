package dev.semel.demo.officers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Outcome;
import dev.semel.demo.Casework;
import dev.semel.demo.CaseworkExtension;
import dev.semel.demo.Race;
import dev.semel.demo.cases.CaseMoved;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.Decision;
import dev.semel.demo.cases.Move;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CaseworkExtension.class)
class AssignOfficerIT {
  private static final String ACTIVE = "casework.assignment WHERE ended_at IS NULL";

  @Test
  void anOfficerIsAssignedWithAuditAndEvent(Casework casework) {
    UUID caseId = casework.openCase();

    OfficerAssigned assigned = assign(casework, caseId, "olga", null).orElseThrow();

    assertThat(assigned.applied()).isTrue();
    assertThat(assigned.version()).isEqualTo(2);
    assertThat(casework.count(ACTIVE)).isEqualTo(1);
    assertThat(casework.count("semel.audit WHERE action = 'ASSIGN_OFFICER'")).isEqualTo(1);
    assertThat(casework.count("semel.outbox WHERE type = 'OfficerAssigned'")).isEqualTo(1);
  }

  @Test
  void theSameCommandForTheSameOfficerIsReplayed(Casework casework) {
    UUID caseId = casework.openCase();

    Outcome<OfficerAssigned> first = assign(casework, "key", caseId, "olga");
    Outcome<OfficerAssigned> second = assign(casework, "key", caseId, "olga");

    assertThat(second.isReplay()).isTrue();
    assertThat(second.orElseThrow()).isEqualTo(first.orElseThrow());
    assertThat(casework.count("casework.assignment")).isEqualTo(1);
  }

  @Test
  void theSameCommandForAnotherOfficerIsRefused(Casework casework) {
    casework.addOfficer("sam");
    UUID caseId = casework.openCase();
    assign(casework, "key", caseId, "olga");

    Outcome<OfficerAssigned> other = assign(casework, "key", caseId, "sam");

    assertThat(other).isInstanceOf(Outcome.Mismatch.class);
    assertThat(casework.count("casework.assignment WHERE officer = 'sam'")).isZero();
  }

  @Test
  void anotherCommandForTheSameOfficerFindsItDone(Casework casework) {
    UUID caseId = casework.openCase();
    assign(casework, caseId, "olga", null);

    OfficerAssigned again = assign(casework, caseId, "olga", null).orElseThrow();

    assertThat(again.applied()).isFalse();
    assertThat(casework.count("casework.assignment")).isEqualTo(1);
    assertThat(casework.count("semel.outbox WHERE type = 'OfficerAssigned'")).isEqualTo(1);
  }

  @Test
  void aCaseOfAnotherOfficerIsTakenOverOnlyByNamingThem(Casework casework) {
    casework.addOfficer("sam");
    UUID caseId = casework.openCase();
    assign(casework, caseId, "olga", null);

    assertRejected(assign(casework, caseId, "sam", null), "CASE_ALREADY_ASSIGNED");
    assertRejected(assign(casework, caseId, "sam", "somebody"), "CASE_ALREADY_ASSIGNED");
    assertThat(assign(casework, caseId, "sam", "olga").orElseThrow().applied()).isTrue();
    assertThat(casework.count(ACTIVE + " AND officer = 'sam'")).isEqualTo(1);
    assertThat(casework.count(ACTIVE)).isEqualTo(1);
  }

  @Test
  void anUnknownOfficerAndACaseOfAnotherTenantAreRefused(Casework casework, Casework other) {
    UUID caseId = casework.openCase();

    assertRejected(assign(casework, caseId, "nobody", null), "NO_SUCH_OFFICER");
    assertRejected(assign(other, caseId, "olga", null), "NO_SUCH_CASE");
  }

  @Test
  void twoOfficersRaceForACaseAndOneGetsIt(Casework casework) {
    casework.addOfficer("sam");
    UUID caseId = casework.openCase();

    List<Outcome<OfficerAssigned>> outcomes =
        Race.of(10, number -> assign(casework, caseId, number % 2 == 0 ? "olga" : "sam", null));

    assertThat(casework.count(ACTIVE)).isEqualTo(1);
    assertThat(applied(outcomes)).hasSize(1);
    assertThat(outcomes).filteredOn(Outcome.Rejected.class::isInstance).hasSize(5);
  }

  @Test
  void thirtyCasesRaceForTheLastSlotAndOneGetsIt(Casework casework) {
    fill(casework, Officers.MAX_ACTIVE_CASES - 1);
    List<UUID> cases = cases(casework, 30);

    List<Outcome<OfficerAssigned>> outcomes =
        Race.of(30, number -> assign(casework, cases.get(number), "olga", null));

    assertThat(casework.count(ACTIVE)).isEqualTo(Officers.MAX_ACTIVE_CASES);
    assertThat(applied(outcomes)).hasSize(1);
    assertThat(outcomes).filteredOn(Outcome.Rejected.class::isInstance).hasSize(29);
    assertThat(casework.count("semel.outbox WHERE type = 'OfficerAssigned'"))
        .isEqualTo(Officers.MAX_ACTIVE_CASES);
  }

  @Test
  void thirtyCasesRaceForAnEmptyDeskAndTwentyGetIn(Casework casework) {
    List<UUID> cases = cases(casework, 30);

    List<Outcome<OfficerAssigned>> outcomes =
        Race.of(30, number -> assign(casework, cases.get(number), "olga", null));

    assertThat(applied(outcomes)).hasSize(Officers.MAX_ACTIVE_CASES);
    assertThat(casework.count(ACTIVE)).isEqualTo(Officers.MAX_ACTIVE_CASES);
  }

  @Test
  void aCapacityRejectionIsStableForItsCommandAndANewCommandIsJudgedAnew(Casework casework) {
    List<UUID> taken = fill(casework, Officers.MAX_ACTIVE_CASES);
    UUID caseId = casework.openCase();
    assertRejected(assign(casework, "first", caseId, "olga"), "OFFICER_AT_CAPACITY");

    close(casework, taken.get(0));

    Outcome<OfficerAssigned> retry = assign(casework, "first", caseId, "olga");
    assertRejected(retry, "OFFICER_AT_CAPACITY");
    assertThat(retry.isReplay()).isTrue();
    assertThat(assign(casework, "second", caseId, "olga").orElseThrow().applied()).isTrue();
    assertRejected(assign(casework, "first", caseId, "olga"), "OFFICER_AT_CAPACITY");
  }

  @Test
  void crossedTakeoversDoNotLoseASlot(Casework casework) {
    casework.addOfficer("sam");
    UUID one = casework.openCase();
    UUID other = casework.openCase();
    assign(casework, one, "olga", null);
    assign(casework, other, "sam", null);

    Race.of(
        2,
        number ->
            number == 0
                ? assign(casework, one, "sam", "olga")
                : assign(casework, other, "olga", "sam"));

    assertThat(casework.count(ACTIVE)).isEqualTo(2);
    assertThat(casework.count(ACTIVE + " AND officer = 'sam'")).isEqualTo(1);
  }

  @Test
  void theTableItselfHasTwentySlotsEachFilledOnce(Casework casework) {
    fill(casework, Officers.MAX_ACTIVE_CASES);
    UUID caseId = casework.openCase();

    assertThatThrownBy(() -> insert(casework, caseId, 21))
        .rootCause()
        .hasMessageContaining("assignment_slot");
    assertThatThrownBy(() -> insert(casework, caseId, 7))
        .rootCause()
        .hasMessageContaining("one_case_per_slot");
  }

  @Test
  void theTableItselfHasOneActivePrimaryOfficerPerCase(Casework casework) {
    UUID caseId = casework.openCase();
    assign(casework, caseId, "olga", null);

    assertThatThrownBy(() -> insert(casework, caseId, 2))
        .rootCause()
        .hasMessageContaining("one_primary_officer_per_case");
  }

  private static void insert(Casework casework, UUID caseId, int slot) {
    casework
        .database()
        .execute(
            "INSERT INTO casework.assignment (tenant, case_id, officer, slot) VALUES ('%s', '%s', 'olga', %d)"
                .formatted(casework.user().tenant(), caseId, slot));
  }

  private static List<UUID> fill(Casework casework, int count) {
    List<UUID> cases = cases(casework, count);
    cases.forEach(caseId -> assign(casework, caseId, "olga", null));
    return cases;
  }

  private static List<UUID> cases(Casework casework, int count) {
    return Stream.generate(casework::openCase).limit(count).toList();
  }

  private static void close(Casework casework, UUID caseId) {
    casework.run(
        CaseMoved.class,
        effect ->
            casework
                .bean(Cases.class)
                .move(effect, casework.user(), caseId, Move.CLOSE, new Decision("done", null)));
  }

  private static Outcome<OfficerAssigned> assign(
      Casework casework, UUID caseId, String officer, @Nullable String replaces) {
    AssignOfficer command = new AssignOfficer(officer, replaces);
    return casework.run(
        OfficerAssigned.class,
        effect -> casework.bean(Officers.class).assign(effect, casework.user(), caseId, command));
  }

  private static Outcome<OfficerAssigned> assign(
      Casework casework, String key, UUID caseId, String officer) {
    AssignOfficer command = new AssignOfficer(officer, null);
    return casework.run(
        key,
        caseId + " " + officer,
        OfficerAssigned.class,
        effect -> casework.bean(Officers.class).assign(effect, casework.user(), caseId, command));
  }

  private static List<Outcome<OfficerAssigned>> applied(List<Outcome<OfficerAssigned>> outcomes) {
    return outcomes.stream()
        .filter(outcome -> outcome.isDone() && outcome.orElseThrow().applied())
        .toList();
  }

  private static void assertRejected(Outcome<?> outcome, String code) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Rejected.class, no -> assertThat(no.rejection().code()).isEqualTo(code));
  }
}
