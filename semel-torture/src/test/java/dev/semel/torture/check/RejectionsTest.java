package dev.semel.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.HistoryEntry.Kind;
import dev.semel.torture.check.Snapshot.Audit;
import dev.semel.torture.check.Snapshot.Notice;
import org.junit.jupiter.api.Test;

/** A rejection is an answer like any other, and has no effect of any kind. */
class RejectionsTest {
  private final Story story = Story.inWhichAllIsWell();

  @Test
  void everyRejectedIntentIsLookedAt() {
    assertThat(story.verdict().lookedAt()).containsEntry(Rule.REJECTED_RAN, 1L);
  }

  @Test
  void aRejectionThatIsToldAgainIsNoViolation() {
    story.told(Story.REJECTED, Story.TOO_MUCH, 422, Story.NO_FUNDS);

    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void aRejectionThatIsWordedAnewIsFound() {
    story.told(Story.REJECTED, Story.TOO_MUCH, 422, Story.NO_FUNDS.replace(":422", ": 422"));

    story.assertFound(Rule.ANSWERS_DIFFER);
  }

  @Test
  void aRejectionAfterAnAnswerIsFound() {
    story.told(Story.TRANSFER, Story.MOVED, 422, Story.NO_FUNDS);

    story.assertFound(Rule.ANSWERS_DIFFER, Rule.REJECTED_RAN);
  }

  @Test
  void anAnswerAfterARejectionIsFoundEvenIfNothingRan() {
    story.told(Story.REJECTED, Story.TOO_MUCH, 201, story.booking(3).answer());

    story.assertFound(Rule.ANSWERS_DIFFER, Rule.EFFECT_MISSING);
  }

  @Test
  void anotherPayloadThatRanUnderARejectedKeyIsFound() {
    story.forgetAnswers(Story.PAYOUT);
    story.note(Story.PAYOUT, new Payload("1", null, 11), Kind.SENT, null, null, null);
    story.told(Story.PAYOUT, new Payload("1", null, 11), 422, Story.NO_FUNDS);
    story.told(Story.PAYOUT, new Payload("1", null, 10), 409, "{\"code\":\"in_doubt\"}");

    story.assertFound(Rule.REJECTED_RAN, Rule.ANSWER_UNEXPECTED);
  }

  @Test
  void twoPayloadsThatWereBothRejectedAreFound() {
    story.told(Story.REJECTED, Story.TOO_MUCH.amount(9_001), 422, Story.NO_FUNDS);

    story.assertFound(Rule.MISMATCH_RAN);
  }

  @Test
  void aRejectionThatTheProviderPaidIsFound() {
    story.told(
        new IntentName("acme", Op.PAYOUT, "k-5"),
        new Payload("1", null, 9_000),
        422,
        Story.NO_FUNDS);
    story.paid.put("acme/payout/k-5", 9_000L);

    story.assertFound(Rule.PROVIDER_DISAGREES);
  }

  @Test
  void aRejectionWithAnAuditEntryIsFound() {
    story.audit.add(new Audit("acme", "BOOK_TRANSFER", Story.REJECTED.key(), "6"));

    story.assertFound(Rule.AUDIT_DISAGREES);
  }

  @Test
  void aRejectionWithANoticeIsFound() {
    story.notices.add(new Notice("acme", "transfer", Story.REJECTED.key(), 8, 9_000));

    story.assertFound(Rule.NOTICES_DISAGREE);
  }
}
