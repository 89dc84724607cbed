package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What clients were told: the same each time, and true. */
final class AnswerChecks {
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
    if (told.isEmpty() && !mustNotAsk(intent, payload)) {
      findings.add(Rule.UNANSWERED, intent, "nobody was told what became of it");
    }
  }

  /** Records of this operation alone may expire within a run; who gives up others lost them. */
  private boolean mustNotAsk(IntentName intent, Payload payload) {
    return intent.op() == Op.OPEN && history.isGivenUp(intent, payload);
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
