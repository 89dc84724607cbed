package dev.semel.demo.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final UUID ID = new UUID(0, 1);

  @Test
  void itHoldsIfEveryIntentHasOneOfEachAndItsAnswer() {
    Verdict verdict = Verdict.of(List.of(found(1, 1, 1, 1), again()), List.of(told(1), told(2)), 2);

    assertThat(verdict.held()).isTrue();
    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.checks()).allMatch(Verdict.Check::held);
    assertThat(check(verdict, "effects"))
        .isEqualTo(
            new Verdict.Check(
                "effects", "One effect per intent, counted as cases and notes", 2, 2, true));
  }

  @Test
  void aDoubledEffectBreaksIt() {
    Verdict verdict = Verdict.of(List.of(found(2, 1, 1, 1)), List.of(told(1)), 2);

    assertBroken(verdict, "effects");
    assertThat(verdict.violations()).contains("intent 1 has 2 effects");
  }

  @Test
  void aDoubledAndAMissingEffectDoNotMakeUpForEachOther() {
    Found missing = new Found(2, 0, 1, 1, 1, Set.of());

    Verdict verdict = Verdict.of(List.of(found(2, 1, 1, 1), missing), List.of(told(1), told(2)), 2);

    assertBroken(verdict, "effects");
    assertThat(check(verdict, "effects").found()).isEqualTo(2);
  }

  @Test
  void aDoubledAuditRowEventOrRecordBreaksIt() {
    assertBroken(Verdict.of(List.of(found(1, 2, 1, 1)), List.of(told(1)), 1), "audits");
    assertBroken(Verdict.of(List.of(found(1, 1, 2, 1)), List.of(told(1)), 1), "events");
    assertBroken(Verdict.of(List.of(found(1, 1, 1, 2)), List.of(told(1)), 1), "records");
  }

  @Test
  void aMissingAuditRowEventOrRecordBreaksIt() {
    assertBroken(Verdict.of(List.of(found(1, 0, 1, 1)), List.of(told(1)), 1), "audits");
    assertBroken(Verdict.of(List.of(found(1, 1, 0, 1)), List.of(told(1)), 1), "events");
    assertBroken(Verdict.of(List.of(found(1, 1, 1, 0)), List.of(told(1)), 1), "records");
  }

  @Test
  void anAcknowledgedIntentWithoutItsEffectIsLost() {
    assertBroken(
        Verdict.of(List.of(new Found(1, 0, 0, 0, 0, Set.of())), List.of(told(1)), 0), "lost");
  }

  @Test
  void anAnswerThatNamesSomethingElseIsLostToo() {
    Acknowledgement other = new Acknowledgement(1, 201, new UUID(0, 2), false);

    assertBroken(Verdict.of(List.of(found(1, 1, 1, 1)), List.of(other), 1), "lost");
  }

  @Test
  void differentAnswersToOneIntentBreakIt() {
    Acknowledgement differing = new Acknowledgement(1, 201, ID, true);

    assertBroken(Verdict.of(List.of(found(1, 1, 1, 1)), List.of(differing), 1), "differing");
  }

  @Test
  void aRefusedAndAnUnansweredIntentBreakIt() {
    assertBroken(verdictOf(404), "refused");
    assertBroken(verdictOf(null), "unanswered");
  }

  @Test
  void anEffectThatBelongsToNoIntentBreaksIt() {
    assertBroken(Verdict.of(List.of(found(1, 1, 1, 1)), List.of(told(1)), 2), "strays");
  }

  @Test
  void eventsThatArrivedOnceAndInOrderHold() {
    assertThat(holding().with(new EventsFound(3, 3, 0, 3, 0, 0, 0)).held()).isTrue();
  }

  @Test
  void whateverElseBecameOfEventsBreaksIt() {
    assertBroken(holding().with(new EventsFound(3, 2, 0, 3, 0, 0, 0)), "published");
    assertBroken(holding().with(new EventsFound(3, 3, 1, 3, 0, 0, 0)), "strangers");
    assertBroken(holding().with(new EventsFound(3, 3, 0, 2, 0, 0, 0)), "applied");
    assertBroken(holding().with(new EventsFound(3, 3, 0, 3, 1, 0, 0)), "appliedTwice");
    assertBroken(holding().with(new EventsFound(3, 3, 0, 3, 0, 1, 0)), "outOfOrder");
    assertBroken(holding().with(new EventsFound(3, 3, 0, 3, 0, 0, 1)), "projection");
  }

  @Test
  void goodEventsMendNoBrokenIntent() {
    assertThat(verdictOf(404).with(new EventsFound(3, 3, 0, 3, 0, 0, 0)).held()).isFalse();
  }

  private static Verdict holding() {
    return Verdict.of(List.of(found(1, 1, 1, 1)), List.of(told(1)), 1);
  }

  private static Verdict verdictOf(@Nullable Integer status) {
    Acknowledgement told = new Acknowledgement(1, status, null, false);
    return Verdict.of(List.of(found(1, 1, 1, 1)), List.of(told), 1);
  }

  private static void assertBroken(Verdict verdict, String name) {
    assertThat(verdict.held()).isFalse();
    assertThat(check(verdict, name).held()).isFalse();
  }

  private static Verdict.Check check(Verdict verdict, String name) {
    return verdict.checks().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Found found(long effects, long audits, long events, long records) {
    return new Found(1, effects, audits, events, records, Set.of(ID));
  }

  private static Found again() {
    return new Found(2, 1, 1, 1, 1, Set.of(ID));
  }

  private static Acknowledgement told(int number) {
    return new Acknowledgement(number, 201, ID, false);
  }
}
