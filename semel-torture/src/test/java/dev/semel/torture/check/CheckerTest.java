package dev.semel.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.HistoryEntry.Kind;
import dev.semel.torture.check.Snapshot.Account;
import dev.semel.torture.check.Snapshot.Audit;
import dev.semel.torture.check.Snapshot.Notice;
import dev.semel.torture.check.Snapshot.TopicEvent;
import org.junit.jupiter.api.Test;

/** Each kind of violation, told apart from all others. */
class CheckerTest {
  private final Story story = Story.inWhichAllIsWell();

  @Test
  void aRunInWhichAllIsWellHasNoViolationAndEverythingWasLookedAt() {
    Verdict verdict = story.verdict();

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.isClean()).isTrue();
    assertThat(verdict.lookedAt()).containsOnlyKeys(Rule.values());
    assertThat(verdict.lookedAt().values()).allMatch(count -> count > 0);
  }

  @Test
  void whatWasAcknowledgedAndIsNotThereIsFound() {
    IntentName lost = new IntentName("acme", Op.TRANSFER, "lost");
    story.told(lost, Story.MOVED, 201, story.booking(3).answer());

    story.assertFound(Rule.EFFECT_MISSING);
  }

  @Test
  void whatWasDoneTwiceIsFoundWithItsAttempts() {
    bookAgain(30);

    Verdict verdict = story.verdict();

    assertThat(verdict.violations())
        .filteredOn(violation -> violation.rule() == Rule.EFFECT_TWICE)
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.intent()).isEqualTo(Story.TRANSFER);
              assertThat(violation.words()).contains("2 times: 3, 8");
              assertThat(violation.attempts()).hasSize(4);
            });
    story.assertFound(Rule.EFFECT_TWICE);
  }

  /** A second booking of the transfer, with all that belongs to a booking. */
  private void bookAgain(long amount) {
    Booking again = new Booking(8, "acme", Op.TRANSFER, "k-3", "1", "2", amount, 1);
    story.bookings.add(again);
    story.audit.add(new Audit("acme", "BOOK_TRANSFER", "k-3", "8"));
    story.notices.add(new Notice("acme", "transfer", "k-3", 8, amount));
    story.event(8, "1", "debited", 4, -amount);
    story.event(8, "2", "credited", 3, amount);
    story.accounts.removeIf(account -> account.tenant().equals("acme"));
    story.projection.removeIf(account -> account.tenant().equals("acme"));
    story.account("acme", "1", 60 - amount, 4);
    story.account("acme", "2", 80 + amount, 3);
  }

  @Test
  void whatNobodyAskedForIsFound() {
    story.history.removeIf(entry -> entry.intent().equals(Story.TRANSFER));

    story.assertFound(Rule.EFFECT_WITHOUT_INTENT);
  }

  @Test
  void whatWasBookedOtherThanAskedForIsFound() {
    story.history.removeIf(entry -> entry.intent().equals(Story.TRANSFER));
    story.note(Story.TRANSFER, Story.MOVED.amount(29), Kind.SENT, null, null, null);
    story.told(Story.TRANSFER, Story.MOVED.amount(29), 201, story.booking(3).answer());

    story.assertFound(Rule.EFFECT_WITHOUT_INTENT);
  }

  @Test
  void twoAnswersToOneIntentAreFound() {
    story.told(Story.REJECTED, Story.TOO_MUCH, 422, Story.NO_FUNDS + " ");

    story.assertFound(Rule.ANSWERS_DIFFER);
  }

  @Test
  void anAnswerThatIsNotWhatWasBookedIsFound() {
    story.forgetAnswers(Story.TRANSFER);
    story.told(
        Story.TRANSFER,
        Story.MOVED,
        201,
        story.booking(3).answer().replace("\"booking\":3", "\"booking\":2"));
    story.told(Story.TRANSFER, Story.MOVED.amount(31), 422, Story.MISMATCH);

    story.assertFound(Rule.ANSWER_UNTRUE);
  }

  @Test
  void anAnswerThatNobodyShouldGetIsFound() {
    story.forgetAnswers(Story.REJECTED);
    story.told(Story.REJECTED, Story.TOO_MUCH, 409, "{\"code\":\"result_unavailable\"}");

    story.assertFound(Rule.ANSWER_UNEXPECTED);
  }

  @Test
  void whoeverIsLeftWithoutAnAnswerIsFound() {
    story.forgetAnswers(Story.PAYOUT);
    story.note(
        Story.PAYOUT, new Payload("1", null, 10), Kind.UNKNOWN, null, null, "BUDGET_USED_UP");

    story.assertFound(Rule.UNANSWERED);
  }

  @Test
  void whoeverMustNotAskAnyMoreIsNotLeftWithoutAnAnswer() {
    IntentName opened = new IntentName("acme", Op.OPEN, "k-1");
    story.forgetAnswers(opened);
    story.note(opened, new Payload(null, null, 100), Kind.UNKNOWN, null, null, "RETENTION_OVER");

    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void anotherPayloadThatWasRefusedAndRanIsFound() {
    story.forgetAnswers(Story.TRANSFER);
    story.told(Story.TRANSFER, Story.MOVED, 422, Story.MISMATCH);
    story.told(Story.TRANSFER, Story.MOVED.amount(31), 422, Story.MISMATCH);

    story.assertFound(Rule.MISMATCH_RAN, Rule.REFUSED_WITHOUT_CAUSE);
  }

  @Test
  void anotherPayloadThatGotTheFirstAnswerIsFound() {
    story.forgetAnswers(Story.TRANSFER);
    story.told(Story.TRANSFER, Story.MOVED, 201, story.booking(3).answer());
    story.told(Story.TRANSFER, Story.MOVED.amount(31), 201, story.booking(3).answer());

    story.assertFound(Rule.MISMATCH_RAN);
  }

  @Test
  void whatWasRejectedAndRanIsFound() {
    story.forgetAnswers(Story.PAYOUT);
    story.told(Story.PAYOUT, new Payload("1", null, 10), 422, Story.NO_FUNDS);

    story.assertFound(Rule.REJECTED_RAN);
  }

  @Test
  void moneyThatNobodyBookedIsFound() {
    story.accounts.removeIf(account -> account.tenant().equals("beta"));
    story.projection.removeIf(account -> account.tenant().equals("beta"));
    story.account("beta", "1", 41, 1);

    story.assertFound(Rule.MONEY_LOST);
  }

  @Test
  void anAccountThatIsGoneWithItsMoneyIsFound() {
    story.accounts.removeIf(account -> account.tenant().equals("beta"));
    story.projection.removeIf(account -> account.tenant().equals("beta"));

    story.assertFound(Rule.MONEY_LOST);
  }

  @Test
  void anAccountWithLessThanNothingIsFound() {
    bookAgain(100);
    story.note(Story.TRANSFER, Story.MOVED.amount(100), Kind.SENT, null, null, null);
    story.told(Story.TRANSFER, Story.MOVED.amount(100), 422, "{\"code\":\"in_doubt\"}");

    assertThat(story.verdict().counts()).containsEntry(Rule.MONEY_LOST, 1L);
  }

  @Test
  void whatLeftTheBankAndWasNotPaidIsFound() {
    story.paid.clear();

    story.assertFound(Rule.PROVIDER_DISAGREES);
  }

  @Test
  void aPaymentOfAnotherAmountThanWasBookedIsFound() {
    story.paid.put("acme/payout/k-4", 11L);

    story.assertFound(Rule.PROVIDER_DISAGREES);
  }

  @Test
  void whatWasPaidAndDidNotLeaveTheBankIsFound() {
    story.paid.put("acme/payout/k-9", 10L);

    story.assertFound(Rule.PROVIDER_DISAGREES);
  }

  @Test
  void aBookingWithoutAuditEntryIsFound() {
    story.audit.remove(2);

    story.assertFound(Rule.AUDIT_DISAGREES);
  }

  @Test
  void anAuditEntryWithoutBookingIsFound() {
    story.audit.add(new Audit("acme", "BOOK_TRANSFER", "k-9", "9"));

    story.assertFound(Rule.AUDIT_DISAGREES);
  }

  @Test
  void aSecondAuditEntryIsFound() {
    story.audit.add(story.audit.get(2));

    story.assertFound(Rule.AUDIT_DISAGREES);
  }

  @Test
  void anEventThatIsMissingIsFound() {
    story.topic.removeIf(event -> event.type().equals("credited"));

    story.assertFound(Rule.EVENTS_DISAGREE);
  }

  @Test
  void anEventWithoutBookingIsFound() {
    story.topic.add(changed(story.topic.get(5), "event-9", 2, 9, "acme", "{}"));

    story.assertFound(Rule.EVENTS_DISAGREE, Rule.TENANT_LEAK);
  }

  @Test
  void oneEventUnderTwoIdsIsFound() {
    story.event(4, "1", "debited", 4, -10);

    story.assertFound(Rule.EVENTS_DISAGREE);
  }

  @Test
  void oneIdWithTwoContentsIsFound() {
    TopicEvent first = story.topic.get(5);
    story.topic.add(changed(first, first.id(), first.version(), 5, "beta", "{\"delta\":41}"));

    story.assertFound(Rule.EVENTS_DISAGREE);
  }

  @Test
  void aProjectionThatIsBehindIsFound() {
    story.projection.removeIf(account -> account.id().equals("2"));
    story.projection.add(new Account("acme", "2", 50, 1));

    story.assertFound(Rule.PROJECTION_DISAGREES);
  }

  @Test
  void anAccountThatIsNotProjectedIsFound() {
    story.projection.removeIf(account -> account.tenant().equals("beta"));

    story.assertFound(Rule.PROJECTION_DISAGREES);
  }

  @Test
  void aProjectionOfNothingIsFound() {
    story.projection.add(new Account("beta", "2", 50, 1));

    story.assertFound(Rule.PROJECTION_DISAGREES);
  }

  @Test
  void aNoticeThatIsMissingIsFound() {
    story.notices.remove(3);

    story.assertFound(Rule.NOTICES_DISAGREE);
  }

  @Test
  void aSecondNoticeIsFound() {
    story.notices.add(story.notices.get(3));

    story.assertFound(Rule.NOTICES_DISAGREE);
  }

  @Test
  void anAnswerOfAnotherTenantIsFound() {
    IntentName intent = new IntentName("beta", Op.OPEN, "k-1");
    story.forgetAnswers(intent);
    String other = story.booking(5).answer().replace("beta", "acme");
    story.told(intent, new Payload(null, null, 40), 201, other);

    story.assertFound(Rule.TENANT_LEAK, Rule.ANSWER_UNTRUE);
  }

  @Test
  void anEventUnderAnotherTenantIsFound() {
    TopicEvent event = story.topic.remove(5);
    story.topic.add(changed(event, event.id(), event.version(), 5, "acme", event.payload()));

    story.assertFound(Rule.TENANT_LEAK);
  }

  @Test
  void aNoticeToAnotherTenantIsFound() {
    Notice notice = story.notices.remove(4);
    story.notices.add(new Notice("acme", notice.operation(), notice.key(), 5, notice.amount()));

    story.assertFound(Rule.TENANT_LEAK, Rule.NOTICES_DISAGREE);
  }

  @Test
  void whatIsStuckIsFound() {
    story.stuck.add("intent acme payout k-4 is RUNNING");

    story.assertFound(Rule.STUCK);
  }

  private static TopicEvent changed(
      TopicEvent event, String id, long version, long booking, String tenant, String payload) {
    return new TopicEvent(
        event.partition(),
        event.offset() + 10,
        id,
        tenant,
        event.aggregate(),
        event.type(),
        version,
        new Snapshot.Fact(
            event.fact().tenant(),
            event.fact().account(),
            booking,
            event.fact().delta(),
            event.fact().balance()),
        payload);
  }
}
