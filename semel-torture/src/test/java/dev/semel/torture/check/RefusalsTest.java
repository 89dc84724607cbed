package dev.semel.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.HistoryEntry.Kind;
import org.junit.jupiter.api.Test;

/** A refusal is an answer only where something else ran, or was rejected, under the same key. */
class RefusalsTest {
  private static final IntentName LOST = new IntentName("acme", Op.TRANSFER, "k-9");

  private final Story story = Story.inWhichAllIsWell();

  @Test
  void everyRefusalIsLookedAt() {
    assertThat(story.verdict().lookedAt()).containsEntry(Rule.REFUSED_WITHOUT_CAUSE, 1L);
  }

  @Test
  void onlyKeysThatHadSeveralPayloadsAreLookedAtForThem() {
    assertThat(story.verdict().lookedAt()).containsEntry(Rule.MISMATCH_RAN, 1L);
  }

  @Test
  void aRefusalOfTheOnlyPayloadIsFound() {
    story.told(LOST, Story.MOVED, 422, Story.MISMATCH);

    story.assertFound(Rule.REFUSED_WITHOUT_CAUSE);
  }

  @Test
  void twoPayloadsThatWereBothRefusedAreFound() {
    story.told(LOST, Story.MOVED, 422, Story.MISMATCH);
    story.told(LOST, Story.MOVED.amount(31), 422, Story.MISMATCH);

    story.assertFound(Rule.REFUSED_WITHOUT_CAUSE);
  }

  @Test
  void aRefusalBecauseAnotherTenantUsedTheKeyIsFound() {
    story.told(
        new IntentName("beta", Op.TRANSFER, Story.TRANSFER.key()),
        Story.MOVED.amount(5),
        422,
        Story.MISMATCH);

    story.assertFound(Rule.REFUSED_WITHOUT_CAUSE);
  }

  @Test
  void aRefusalUnderARejectedKeyIsNoViolation() {
    story.told(Story.REJECTED, Story.TOO_MUCH.amount(1), 422, Story.MISMATCH);

    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void aRefusalBesideABookingThatNobodyWasToldOfIsLeftToTheMissingAnswer() {
    story.history.removeIf(
        entry -> entry.kind() == Kind.ANSWERED && entry.payload().equals(Story.MOVED));

    story.assertFound(Rule.UNANSWERED);
  }

  @Test
  void aTransferThatItsClientGaveUpIsFound() {
    story.note(LOST, Story.MOVED, Kind.UNKNOWN, null, null, "RETENTION_OVER");

    story.assertFound(Rule.UNANSWERED);
  }

  @Test
  void aPayoutThatItsClientGaveUpIsFoundEvenIfItWasBooked() {
    story.forgetAnswers(Story.PAYOUT);
    story.note(
        Story.PAYOUT, new Payload("1", null, 10), Kind.UNKNOWN, null, null, "RETENTION_OVER");

    story.assertFound(Rule.UNANSWERED);
  }
}
