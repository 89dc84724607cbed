package dev.semel.torture.check;

import dev.semel.torture.bank.Op;
import dev.semel.torture.check.Snapshot.Decision;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Cheques have one owner, whom nobody takes over from: each run but the first follows a decision of
 * the janitor. The provider is asked once in a run, and not at all if it is not booked, however
 * late its owner is.
 */
final class ChequeChecks {
  private final History history;
  private final Snapshot snapshot;
  private final Findings findings;

  ChequeChecks(History history, Snapshot snapshot, Findings findings) {
    this.history = history;
    this.snapshot = snapshot;
    this.findings = findings;
  }

  void check() {
    Map<IntentName, Long> decisions =
        snapshot.decisions().stream()
            .collect(Collectors.groupingBy(ChequeChecks::intent, Collectors.counting()));
    for (IntentName intent : history.intents()) {
      Long asked = snapshot.payments().asked().get(intent.providerKey());
      if (intent.op() == Op.CHEQUE && asked != null) {
        paid(intent, asked, decisions.getOrDefault(intent, 0L));
      }
    }
  }

  private static IntentName intent(Decision decision) {
    return new IntentName(decision.tenant(), Op.named(decision.operation()), decision.key());
  }

  private void paid(IntentName cheque, long asked, long decisions) {
    findings.lookedAt(Rule.PAID_UNDECIDED, 1);
    if (asked > 1 + decisions) {
      findings.add(
          Rule.PAID_UNDECIDED,
          cheque,
          "the provider was asked %d times to pay, and decisions to run again: %d"
              .formatted(asked, decisions));
    }
  }
}
