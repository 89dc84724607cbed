package dev.semel.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.HistoryEntry.Kind;
import dev.semel.torture.check.Snapshot.Account;
import dev.semel.torture.check.Snapshot.Audit;
import dev.semel.torture.check.Snapshot.Decision;
import dev.semel.torture.check.Snapshot.Fact;
import dev.semel.torture.check.Snapshot.Leftovers;
import dev.semel.torture.check.Snapshot.Notice;
import dev.semel.torture.check.Snapshot.Payments;
import dev.semel.torture.check.Snapshot.TopicEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A small run in which all went well, to be spoilt by tests: three tenants that use the same keys,
 * a transfer, a payout, a cheque, a rejection, and a key that was used again.
 */
final class Story {
  static final IntentName TRANSFER = new IntentName("acme", Op.TRANSFER, "k-3");
  static final IntentName REJECTED = new IntentName("acme", Op.TRANSFER, "k-5");
  static final IntentName PAYOUT = new IntentName("acme", Op.PAYOUT, "k-4");
  static final IntentName CHEQUE = new IntentName("core", Op.CHEQUE, "k-6");
  static final Payload MOVED = new Payload("1", "2", 30);
  static final Payload PAID = new Payload("1", null, 10);
  static final Payload TOO_MUCH = new Payload("1", "2", 9_000);
  static final String NO_FUNDS = "{\"status\":422,\"code\":\"insufficient_funds\"}";
  static final String MISMATCH = "{\"status\":422,\"code\":\"mismatch\"}";

  final List<HistoryEntry> history = new ArrayList<>();
  final List<Booking> bookings = new ArrayList<>();
  final List<Account> accounts = new ArrayList<>();
  final List<Audit> audit = new ArrayList<>();
  final List<TopicEvent> topic = new ArrayList<>();
  final List<Account> projection = new ArrayList<>();
  final List<Notice> notices = new ArrayList<>();
  final Map<String, Long> paid = new HashMap<>();
  final Map<String, Long> asked = new HashMap<>();
  final List<Decision> decisions = new ArrayList<>();
  final List<String> conflicts = new ArrayList<>();
  final Set<String> askedInTheEnd = new HashSet<>();
  final List<String> stuck = new ArrayList<>();

  static Story inWhichAllIsWell() {
    Story story = new Story();
    story.done(booking(1, "acme", Op.OPEN, "k-1", null, "1", 100), new Payload(null, null, 100));
    story.done(booking(2, "acme", Op.OPEN, "k-2", null, "2", 50), new Payload(null, null, 50));
    story.done(booking(3, "acme", Op.TRANSFER, "k-3", "1", "2", 30), MOVED);
    story.done(booking(4, "acme", Op.PAYOUT, "k-4", "1", null, 10), PAID);
    story.done(booking(5, "beta", Op.OPEN, "k-1", null, "1", 40), new Payload(null, null, 40));
    story.done(booking(6, "core", Op.OPEN, "k-1", null, "1", 20), new Payload(null, null, 20));
    story.done(booking(7, "core", Op.CHEQUE, "k-6", "1", null, 5), new Payload("1", null, 5));
    story.event(1, "1", "opened", 1, 100);
    story.event(2, "2", "opened", 1, 50);
    story.event(3, "1", "debited", 2, -30);
    story.event(3, "2", "credited", 2, 30);
    story.event(4, "1", "debited", 3, -10);
    story.event(5, "1", "opened", 1, 40);
    story.event(6, "1", "opened", 1, 20);
    story.event(7, "1", "debited", 2, -5);
    story.account("acme", "1", 60, 3);
    story.account("acme", "2", 80, 2);
    story.account("beta", "1", 40, 1);
    story.account("core", "1", 15, 2);
    story.paid.put("acme/payout/k-4", 10L);
    story.paid.put("core/cheque/k-6", 5L);
    story.asked.put("acme/payout/k-4", 2L);
    story.asked.put("core/cheque/k-6", 1L);
    story.told(REJECTED, TOO_MUCH, 422, NO_FUNDS);
    story.told(TRANSFER, MOVED.amount(31), 422, MISMATCH);
    story.toldInTheEnd(PAYOUT, PAID, story.booking(4).answer());
    return story;
  }

  private static Booking booking(
      long seq,
      String tenant,
      Op op,
      String key,
      @Nullable String from,
      @Nullable String to,
      long amount) {
    return new Booking(seq, tenant, op, key, from, to, amount, 1);
  }

  private void done(Booking booking, Payload payload) {
    bookings.add(booking);
    IntentName intent = IntentName.of(booking);
    note(intent, payload, Kind.SENT, null, null, null);
    note(intent, payload, Kind.ATTEMPT, null, null, "IOException");
    told(intent, payload, 201, booking.answer());
    String seq = Long.toString(booking.seq());
    audit.add(new Audit(booking.tenant(), booking.op().action(), booking.key(), seq));
    notices.add(
        new Notice(
            booking.tenant(),
            booking.op().operation(),
            booking.key(),
            booking.seq(),
            booking.amount()));
  }

  Booking booking(int seq) {
    return bookings.get(seq - 1);
  }

  void event(int booking, String account, String type, long version, long delta) {
    String tenant = booking(booking).tenant();
    String aggregate = tenant + "/" + account;
    long before =
        topic.stream()
            .filter(event -> event.aggregate().equals(aggregate))
            .mapToLong(event -> event.fact().delta())
            .sum();
    topic.add(
        new TopicEvent(
            tenant.equals("acme") ? 0 : 1,
            topic.size(),
            "event-" + topic.size(),
            tenant,
            aggregate,
            type,
            version,
            new Fact(tenant, account, booking, delta, before + delta),
            "{\"delta\":" + delta + "}"));
  }

  void account(String tenant, String id, long balance, long version) {
    accounts.add(new Account(tenant, id, balance, version));
    projection.add(new Account(tenant, id, balance, version));
  }

  void told(IntentName intent, Payload payload, int status, String body) {
    note(intent, payload, Kind.ANSWERED, status, body, null);
  }

  /** Asked for twice when all was healed, and told the same by the filter. */
  private void toldInTheEnd(IntentName intent, Payload payload, String body) {
    note(intent, payload, Kind.SENT_AGAIN, null, null, null);
    note(intent, payload, Kind.ANSWERED_AGAIN, 201, body, null);
    note(intent, payload, Kind.SENT_LAST, null, null, null);
    note(intent, payload, Kind.ANSWERED_LAST, 201, body, "replayed");
  }

  void note(
      IntentName intent,
      Payload payload,
      Kind kind,
      @Nullable Integer status,
      @Nullable String body,
      @Nullable String note) {
    history.add(
        new HistoryEntry(
            history.size(), kind, "c1", intent, payload, "node-0", status, body, note));
  }

  /** Removes what clients noted of an intent in a way. */
  void forget(IntentName intent, Kind kind) {
    history.removeIf(entry -> entry.intent().equals(intent) && entry.kind() == kind);
  }

  /** Removes what was told about an intent, and that it was asked for again. */
  void forgetAnswers(IntentName intent) {
    history.removeIf(entry -> entry.intent().equals(intent) && entry.kind().isAnswer());
    forget(intent, Kind.SENT_AGAIN);
    forget(intent, Kind.SENT_LAST);
  }

  /** What was found must be just this; nothing less, and nothing that is well. */
  void assertFound(Rule... rules) {
    Verdict verdict = verdict();
    assertThat(verdict.counts().keySet()).as("%s", verdict.violations()).containsOnly(rules);
  }

  Verdict verdict() {
    return Checker.check(
        History.of(history),
        new Snapshot(
            bookings,
            accounts,
            audit,
            topic,
            projection,
            notices,
            new Payments(paid, asked, conflicts, askedInTheEnd),
            decisions,
            new Leftovers(9, stuck)));
  }
}
