package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Op;
import dev.semel.torture.check.Snapshot.TopicEvent;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The topic: each event at least once, as it was, in order, under its own tenant. */
final class EventChecks {
  private final Snapshot snapshot;
  private final Findings findings;

  /** What an event tells of. */
  private record Subject(long booking, String account, String type, long delta) {}

  /** What must be the same however often an event comes. */
  private record Content(
      String tenant, String aggregate, String type, long version, String payload) {
    static Content of(TopicEvent event) {
      return new Content(
          event.tenant(), event.aggregate(), event.type(), event.version(), event.payload());
    }
  }

  EventChecks(Snapshot snapshot, Findings findings) {
    this.snapshot = snapshot;
    this.findings = findings;
  }

  void check() {
    Map<String, TopicEvent> first = new LinkedHashMap<>();
    for (TopicEvent event : inOrder()) {
      TopicEvent before = first.putIfAbsent(event.id(), event);
      if (before != null && !Content.of(before).equals(Content.of(event))) {
        findings.add(
            Rule.EVENTS_DISAGREE, "one id, two contents: %s and %s".formatted(before, event));
      }
    }
    subjects(first);
    order(first);
    balances(first);
    tenants();
  }

  private List<TopicEvent> inOrder() {
    return snapshot.topic().stream()
        .sorted(
            Comparator.comparingInt(TopicEvent::partition).thenComparingLong(TopicEvent::offset))
        .toList();
  }

  private void subjects(Map<String, TopicEvent> events) {
    Map<Subject, Long> found =
        events.values().stream()
            .collect(Collectors.groupingBy(EventChecks::subject, Collectors.counting()));
    for (Booking booking : snapshot.bookings()) {
      expect(found, booking, booking.from(), "debited", -booking.amount());
      String credit = booking.op() == Op.OPEN ? "opened" : "credited";
      expect(found, booking, booking.to(), credit, booking.amount());
    }
    found.forEach((subject, times) -> findings.add(Rule.EVENTS_DISAGREE, "not booked: " + subject));
  }

  private static Subject subject(TopicEvent event) {
    return new Subject(
        event.fact().booking(), event.fact().account(), event.type(), event.fact().delta());
  }

  private void expect(
      Map<Subject, Long> found,
      Booking booking,
      @Nullable String account,
      String type,
      long delta) {
    if (account == null) {
      return;
    }
    findings.lookedAt(Rule.EVENTS_DISAGREE, 1);
    Subject wanted = new Subject(booking.seq(), account, type, delta);
    Long times = found.remove(wanted);
    if (times == null || times != 1) {
      findings.add(
          Rule.EVENTS_DISAGREE,
          IntentName.of(booking),
          "%s instead of one: %s".formatted(times == null ? "none" : times, wanted));
    }
  }

  /** Of each account, what comes first comes in the order of versions; what comes again may not. */
  private void order(Map<String, TopicEvent> first) {
    Map<String, Long> last = new HashMap<>();
    for (TopicEvent event : first.values()) {
      findings.lookedAt(Rule.EVENTS_OUT_OF_ORDER, 1);
      long before = last.getOrDefault(event.aggregate(), 0L);
      if (event.version() != before + 1) {
        findings.add(
            Rule.EVENTS_OUT_OF_ORDER,
            "version %d of %s follows version %d"
                .formatted(event.version(), event.aggregate(), before));
      }
      last.put(event.aggregate(), event.version());
    }
    Map<String, Set<Integer>> partitions = new HashMap<>();
    for (TopicEvent event : snapshot.topic()) {
      partitions.computeIfAbsent(event.aggregate(), name -> new HashSet<>()).add(event.partition());
    }
    partitions.forEach(this::onePartition);
  }

  /** Whoever adds up the events of an account, in their order, comes to what each of them says. */
  private void balances(Map<String, TopicEvent> first) {
    first.values().stream()
        .sorted(Comparator.comparingLong(TopicEvent::version))
        .collect(Collectors.groupingBy(TopicEvent::aggregate))
        .values()
        .forEach(this::balances);
  }

  private void balances(List<TopicEvent> ofOneAccount) {
    long sum = 0;
    for (TopicEvent event : ofOneAccount) {
      sum += event.fact().delta();
      findings.lookedAt(Rule.EVENTS_DISAGREE, 1);
      if (event.fact().balance() != sum) {
        findings.add(Rule.EVENTS_DISAGREE, "the events up to it make %d: %s".formatted(sum, event));
        return;
      }
    }
  }

  private void onePartition(String aggregate, Set<Integer> partitions) {
    if (partitions.size() > 1) {
      findings.add(
          Rule.EVENTS_OUT_OF_ORDER, "%s is in partitions %s".formatted(aggregate, partitions));
    }
  }

  private void tenants() {
    Map<Long, String> owners =
        snapshot.bookings().stream()
            .collect(Collectors.toMap(Booking::seq, Booking::tenant, (one, other) -> one));
    for (TopicEvent event : snapshot.topic()) {
      findings.lookedAt(Rule.TENANT_LEAK, 1);
      String owner = owners.getOrDefault(event.fact().booking(), event.tenant());
      if (!event.tenant().equals(event.fact().tenant()) || !event.tenant().equals(owner)) {
        findings.add(
            Rule.TENANT_LEAK,
            "an event of %s about %s, booked by %s".formatted(event.tenant(), event.fact(), owner));
      }
    }
  }
}
