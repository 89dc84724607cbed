package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.HistoryEntry.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What clients were told: the same each time, and true. */
final class AnswerChecks {
  /** Why a client may end without an answer: it must not ask any more. */
  static final String RETENTION_OVER = "RETENTION_OVER";

  private final History history;
  private final Map<IntentName, List<Booking>> bookings;
  private final Findings findings;

  AnswerChecks(History history, Map<IntentName, List<Booking>> bookings, Findings findings) {
    this.history = history;
    this.bookings = bookings;
    this.findings = findings;
  }

  void check() {
    for (IntentName intent : history.intents()) {
      for (Payload payload : history.payloads(intent)) {
        Set<Told> told = history.told(intent, payload);
        answered(intent, payload, told);
        equal(intent, told);
        told.forEach(one -> check(intent, one));
      }
    }
  }

  private void answered(IntentName intent, Payload payload, Set<Told> told) {
    findings.lookedAt(Rule.UNANSWERED, 1);
    boolean mustNotAsk =
        history.of(intent).stream()
            .anyMatch(
                entry ->
                    entry.kind() == Kind.UNKNOWN
                        && RETENTION_OVER.equals(entry.note())
                        && entry.payload().equals(payload));
    if (told.isEmpty() && !mustNotAsk) {
      findings.add(Rule.UNANSWERED, intent, "nobody was told what became of it");
    }
  }

  private void equal(IntentName intent, Set<Told> told) {
    findings.lookedAt(Rule.ANSWERS_DIFFER, 1);
    if (told.size() > 1) {
      findings.add(
          Rule.ANSWERS_DIFFER, intent, "%d different answers to it".formatted(told.size()));
    }
  }

  private void check(IntentName intent, Told told) {
    findings.lookedAt(Rule.ANSWER_UNEXPECTED, 1);
    if (told.kind() == Told.Kind.OTHER) {
      findings.add(
          Rule.ANSWER_UNEXPECTED, intent, "told %s: %s".formatted(told.status(), told.body()));
    }
    if (told.kind() == Told.Kind.DONE) {
      done(intent, told);
    }
  }

  private void done(IntentName intent, Told told) {
    findings.lookedAt(Rule.EFFECT_MISSING, 1);
    findings.lookedAt(Rule.ANSWER_UNTRUE, 1);
    findings.lookedAt(Rule.TENANT_LEAK, 1);
    if (!intent.tenant().equals(Told.member(told.body(), "tenant"))) {
      findings.add(Rule.TENANT_LEAK, intent, "the answer is another tenant's: " + told.body());
    }
    List<Booking> booked = bookings.getOrDefault(intent, List.of());
    if (booked.isEmpty()) {
      findings.add(Rule.EFFECT_MISSING, intent, "acknowledged, and not booked");
    } else if (booked.stream().noneMatch(booking -> booking.answer().equals(told.body()))) {
      findings.add(Rule.ANSWER_UNTRUE, intent, "told %s, booked %s".formatted(told.body(), booked));
    }
  }
}
