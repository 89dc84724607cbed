package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What was booked: once, and only what was asked for and not refused. */
final class EffectChecks {
  private final History history;
  private final Map<IntentName, List<Booking>> bookings;
  private final Findings findings;

  EffectChecks(History history, Map<IntentName, List<Booking>> bookings, Findings findings) {
    this.history = history;
    this.bookings = bookings;
    this.findings = findings;
  }

  void check() {
    bookings.forEach(this::booked);
    history.intents().stream()
        .filter(intent -> history.payloads(intent).size() > 1)
        .forEach(this::payloads);
    history.intents().stream().filter(this::isRejected).forEach(this::rejected);
  }

  private void booked(IntentName intent, List<Booking> booked) {
    findings.lookedAt(Rule.EFFECT_TWICE, 1);
    if (booked.size() > 1) {
      findings.add(
          Rule.EFFECT_TWICE, intent, "booked %d times: %s".formatted(booked.size(), seqs(booked)));
    }
    booked.forEach(booking -> askedFor(intent, booking));
  }

  private static String seqs(List<Booking> booked) {
    return booked.stream()
        .map(booking -> Long.toString(booking.seq()))
        .collect(Collectors.joining(", "));
  }

  private void askedFor(IntentName intent, Booking booking) {
    findings.lookedAt(Rule.EFFECT_WITHOUT_INTENT, 1);
    Payload payload = asAsked(booking);
    if (!history.payloads(intent).contains(payload)) {
      findings.add(
          Rule.EFFECT_WITHOUT_INTENT, intent, "booked, and nobody asked for it: " + booking);
      return;
    }
    Set<Told> told = history.told(intent, payload);
    if (told.stream().anyMatch(one -> one.kind() == Told.Kind.MISMATCH)) {
      findings.add(Rule.MISMATCH_RAN, intent, "refused as another payload, and booked: " + booking);
    }
  }

  private boolean isRejected(IntentName intent) {
    return history.payloads(intent).stream()
        .flatMap(payload -> history.told(intent, payload).stream())
        .anyMatch(told -> told.kind() == Told.Kind.REJECTED);
  }

  /** A rejection is the end of its key: nothing runs under it, whatever the payload. */
  private void rejected(IntentName intent) {
    findings.lookedAt(Rule.REJECTED_RAN, 1);
    bookings
        .getOrDefault(intent, List.of())
        .forEach(
            booking -> findings.add(Rule.REJECTED_RAN, intent, "rejected, and booked: " + booking));
  }

  /** What the client has sent: it cannot know the number of an account that is to be opened. */
  static Payload asAsked(Booking booking) {
    return booking.op() == Op.OPEN
        ? new Payload(null, null, booking.amount())
        : new Payload(booking.from(), booking.to(), booking.amount());
  }

  private void payloads(IntentName intent) {
    findings.lookedAt(Rule.MISMATCH_RAN, 1);
    long heard =
        history.payloads(intent).stream()
            .filter(payload -> history.told(intent, payload).stream().anyMatch(Told::isVerdict))
            .count();
    if (heard > 1) {
      findings.add(
          Rule.MISMATCH_RAN, intent, "%d payloads under one key were heard".formatted(heard));
    }
  }
}
