package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Payload;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A refusal needs a cause: another payload that was heard under the same key of the same tenant.
 * Without this check a command that is lost, or kept out by another tenant's key, would count as
 * answered.
 */
final class RefusalChecks {
  private final History history;
  private final Map<IntentName, List<Booking>> bookings;
  private final Findings findings;

  RefusalChecks(History history, Map<IntentName, List<Booking>> bookings, Findings findings) {
    this.history = history;
    this.bookings = bookings;
    this.findings = findings;
  }

  void check() {
    for (IntentName intent : history.intents()) {
      Set<Payload> payloads = history.payloads(intent);
      payloads.stream()
          .filter(payload -> isTold(intent, payload, Told.Kind.MISMATCH))
          .forEach(refused -> cause(intent, refused, payloads));
    }
  }

  private void cause(IntentName intent, Payload refused, Set<Payload> payloads) {
    findings.lookedAt(Rule.REFUSED_WITHOUT_CAUSE, 1);
    long heard =
        payloads.stream()
            .filter(payload -> !payload.equals(refused) && isHeard(intent, payload))
            .count();
    if (heard != 1) {
      findings.add(
          Rule.REFUSED_WITHOUT_CAUSE,
          intent,
          "refused, and %d other payloads were heard: %s".formatted(heard, refused));
    }
  }

  private boolean isHeard(IntentName intent, Payload payload) {
    return history.told(intent, payload).stream().anyMatch(Told::isVerdict)
        || bookings.getOrDefault(intent, List.of()).stream()
            .anyMatch(booking -> EffectChecks.asAsked(booking).equals(payload));
  }

  private boolean isTold(IntentName intent, Payload payload, Told.Kind kind) {
    return history.told(intent, payload).stream().anyMatch(told -> told.kind() == kind);
  }
}
