package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.check.Snapshot.Account;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Money: none made, none lost, inside the bank and on its way out. */
final class MoneyChecks {
  private final Snapshot snapshot;
  private final Findings findings;

  private record AccountName(String tenant, String id) {}

  MoneyChecks(Snapshot snapshot, Findings findings) {
    this.snapshot = snapshot;
    this.findings = findings;
  }

  void check() {
    balances();
    provider();
  }

  private void balances() {
    Map<AccountName, Long> expected = new HashMap<>();
    for (Booking booking : snapshot.bookings()) {
      add(expected, booking.tenant(), booking.from(), -booking.amount());
      add(expected, booking.tenant(), booking.to(), booking.amount());
    }
    for (Account account : snapshot.accounts()) {
      findings.lookedAt(Rule.MONEY_LOST, 1);
      AccountName name = new AccountName(account.tenant(), account.id());
      Long booked = expected.remove(name);
      if (booked == null || booked != account.balance() || account.balance() < 0) {
        findings.add(
            Rule.MONEY_LOST,
            "account %s of %s has %d, and its bookings make %s"
                .formatted(account.id(), account.tenant(), account.balance(), booked));
      }
    }
    expected.forEach(
        (name, booked) ->
            findings.add(
                Rule.MONEY_LOST,
                "%d are booked on account %s of %s, which is not there"
                    .formatted(booked, name.id(), name.tenant())));
  }

  private static void add(
      Map<AccountName, Long> sums, String tenant, @Nullable String account, long amount) {
    if (account != null) {
      sums.merge(new AccountName(tenant, account), amount, Long::sum);
    }
  }

  private void provider() {
    Map<String, Long> payments = snapshot.payments().paid();
    Set<String> unexplained = new HashSet<>(payments.keySet());
    for (Booking booking : snapshot.bookings()) {
      if (!booking.op().paysOut()) {
        continue;
      }
      findings.lookedAt(Rule.PROVIDER_DISAGREES, 1);
      IntentName intent = IntentName.of(booking);
      unexplained.remove(intent.providerKey());
      Long paid = payments.get(intent.providerKey());
      if (paid == null || paid != booking.amount()) {
        findings.add(
            Rule.PROVIDER_DISAGREES,
            intent,
            "booked %d, paid %s".formatted(booking.amount(), paid));
      }
    }
    unexplained.forEach(
        key -> findings.add(Rule.PROVIDER_DISAGREES, "paid, and not booked: " + key));
    snapshot
        .payments()
        .conflicts()
        .forEach(conflict -> findings.add(Rule.PROVIDER_DISAGREES, conflict));
  }
}
