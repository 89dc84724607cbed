package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Compares what clients were told with what is left. A function of its arguments: it reads no
 * clock, no file and no database, so that its verdict can be had again from the same history.
 */
public final class Checker {
  private Checker() {}

  public static Verdict check(History history, Snapshot snapshot) {
    Findings findings = new Findings(history);
    Map<IntentName, List<Booking>> bookings =
        snapshot.bookings().stream().collect(Collectors.groupingBy(IntentName::of));
    new AnswerChecks(history, bookings, findings).check();
    new EffectChecks(history, bookings, findings).check();
    new RefusalChecks(history, bookings, findings).check();
    new AgainChecks(history, snapshot.payments(), findings).check();
    new ChequeChecks(history, snapshot, findings).check();
    new MoneyChecks(snapshot, findings).check();
    new TrailChecks(snapshot, findings).check();
    new EventChecks(snapshot, findings).check();
    findings.lookedAt(Rule.STUCK, snapshot.leftovers().lookedAt());
    snapshot.leftovers().stuck().forEach(what -> findings.add(Rule.STUCK, what));
    return findings.verdict();
  }
}
