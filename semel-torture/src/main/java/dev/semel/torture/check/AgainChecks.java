package dev.semel.torture.check;

import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.HistoryEntry.Kind;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What clients asked for once more when all was healed. The first time may set right what a late
 * owner left released; the second time everything is a matter of records, and nothing runs.
 */
final class AgainChecks {
  private static final String REPLAYED = "replayed";

  private final History history;
  private final Snapshot.Payments payments;
  private final Findings findings;

  AgainChecks(History history, Snapshot.Payments payments, Findings findings) {
    this.history = history;
    this.payments = payments;
    this.findings = findings;
  }

  void check() {
    Set<String> paidAgain = new TreeSet<>(payments.askedInTheEnd());
    for (IntentName intent : history.intents()) {
      for (Payload payload : history.payloads(intent)) {
        answered(intent, payload, Kind.SENT_AGAIN, Kind.ANSWERED_AGAIN);
        answered(intent, payload, Kind.SENT_LAST, Kind.ANSWERED_LAST);
        of(intent, payload, Kind.ANSWERED_LAST).forEach(last -> told(intent, last));
      }
      // Of all of them: that clients ask for some of their answers only is no reason to pay.
      if (paidAgain.remove(intent.providerKey())) {
        findings.add(Rule.DONE_AGAIN, intent, "the provider was asked to pay once more");
      }
    }
    paidAgain.forEach(
        key -> findings.add(Rule.DONE_AGAIN, "the provider was asked to pay for nobody: " + key));
  }

  private List<HistoryEntry> of(IntentName intent, Payload payload, Kind kind) {
    return history.of(intent).stream()
        .filter(entry -> entry.kind() == kind && entry.payload().equals(payload))
        .toList();
  }

  private void answered(IntentName intent, Payload payload, Kind sent, Kind answered) {
    if (of(intent, payload, sent).isEmpty()) {
      return;
    }
    findings.lookedAt(Rule.AGAIN_UNANSWERED, 1);
    if (of(intent, payload, answered).isEmpty()) {
      findings.add(Rule.AGAIN_UNANSWERED, intent, "asked for once more, and not answered");
    }
  }

  private void told(IntentName intent, HistoryEntry last) {
    if (!Told.of(last).isVerdict() || !intent.op().isBehindFilter()) {
      return;
    }
    findings.lookedAt(Rule.DONE_AGAIN, 1);
    if (!REPLAYED.equals(last.note())) {
      findings.add(Rule.DONE_AGAIN, intent, "the last answer does not come from its record");
    }
  }
}
