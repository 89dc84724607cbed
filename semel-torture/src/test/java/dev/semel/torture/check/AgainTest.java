package dev.semel.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.HistoryEntry.Kind;
import org.junit.jupiter.api.Test;

/** What clients ask for once more when all is healed. */
class AgainTest {
  private static final IntentName SETTLED = new IntentName("acme", Op.SETTLEMENT, "k-8");

  private final Story story = Story.inWhichAllIsWell();

  @Test
  void bothRoundsAreLookedAt() {
    assertThat(story.verdict().lookedAt())
        .containsEntry(Rule.AGAIN_UNANSWERED, 2L)
        .containsEntry(Rule.DONE_AGAIN, 1L);
  }

  @Test
  void whatIsAskedForOnceMoreAndNotAnsweredIsFound() {
    story.forget(Story.PAYOUT, Kind.ANSWERED_AGAIN);

    story.assertFound(Rule.AGAIN_UNANSWERED);
  }

  @Test
  void whatIsAskedForALastTimeAndNotAnsweredIsFound() {
    story.forget(Story.PAYOUT, Kind.ANSWERED_LAST);

    story.assertFound(Rule.AGAIN_UNANSWERED);
  }

  @Test
  void anotherAnswerToWhatIsAskedForOnceMoreIsFound() {
    story.note(Story.PAYOUT, Story.PAID, Kind.ANSWERED_AGAIN, 422, Story.NO_FUNDS, null);

    story.assertFound(Rule.ANSWERS_DIFFER, Rule.REJECTED_RAN);
  }

  @Test
  void aLastAnswerThatIsNotFromItsRecordIsFound() {
    String answer = story.booking(4).answer();
    story.note(Story.PAYOUT, Story.PAID, Kind.ANSWERED_LAST, 201, answer, null);

    story.assertFound(Rule.DONE_AGAIN);
  }

  @Test
  void aLastRejectionThatIsNotFromItsRecordIsFound() {
    story.note(Story.REJECTED, Story.TOO_MUCH, Kind.SENT_LAST, null, null, null);
    story.note(Story.REJECTED, Story.TOO_MUCH, Kind.ANSWERED_LAST, 422, Story.NO_FUNDS, null);

    story.assertFound(Rule.DONE_AGAIN);
  }

  @Test
  void aPaymentThatIsAskedForWhenAllIsAnsweredIsFound() {
    story.askedInTheEnd.add("acme/payout/k-4");

    story.assertFound(Rule.DONE_AGAIN);
  }

  @Test
  void aPaymentIsFoundThoughItsClientDidNotAskForItOnceMore() {
    story.forget(Story.PAYOUT, Kind.SENT_AGAIN);
    story.forget(Story.PAYOUT, Kind.ANSWERED_AGAIN);
    story.forget(Story.PAYOUT, Kind.SENT_LAST);
    story.forget(Story.PAYOUT, Kind.ANSWERED_LAST);
    story.askedInTheEnd.add("acme/payout/k-4");

    story.assertFound(Rule.DONE_AGAIN);
  }

  @Test
  void aPaymentForWhatNobodySentIsFound() {
    story.askedInTheEnd.add("acme/payout/k-9");

    story.assertFound(Rule.DONE_AGAIN);
  }

  @Test
  void aSettlementPassesTheFilterByAndSaysNothingOfRecords() {
    Payload payload = new Payload("1", null, 9_000);
    story.told(SETTLED, payload, 422, Story.NO_FUNDS);
    story.note(SETTLED, payload, Kind.SENT_LAST, null, null, null);
    story.note(SETTLED, payload, Kind.ANSWERED_LAST, 422, Story.NO_FUNDS, null);

    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void anotherAmountUnderAKeyThatWasPaidIsFound() {
    story.conflicts.add("acme/payout/k-4 was paid with 10, and asked for again with 11");

    story.assertFound(Rule.PROVIDER_DISAGREES);
  }
}
