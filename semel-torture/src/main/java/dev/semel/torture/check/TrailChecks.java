package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Op;
import dev.semel.torture.check.Snapshot.Account;
import dev.semel.torture.check.Snapshot.Audit;
import dev.semel.torture.check.Snapshot.Notice;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a booking leaves beside the money: audit entries, notices, and the projection. */
final class TrailChecks {
  private final Snapshot snapshot;
  private final Findings findings;

  TrailChecks(Snapshot snapshot, Findings findings) {
    this.snapshot = snapshot;
    this.findings = findings;
  }

  void check() {
    same(Rule.AUDIT_DISAGREES, TrailChecks::audit, snapshot.audit());
    same(Rule.NOTICES_DISAGREE, TrailChecks::notice, snapshot.notices());
    tenants();
    projection();
  }

  private static Audit audit(Booking booking) {
    return new Audit(
        booking.tenant(), booking.op().action(), booking.key(), Long.toString(booking.seq()));
  }

  private static Notice notice(Booking booking) {
    return new Notice(
        booking.tenant(), booking.op().operation(), booking.key(), booking.seq(), booking.amount());
  }

  /** As many as there are bookings, one for each, and no other. */
  private <T> void same(Rule rule, Function<Booking, T> expected, List<T> found) {
    Map<T, Long> left = new HashMap<>(counted(found));
    for (Booking booking : snapshot.bookings()) {
      findings.lookedAt(rule, 1);
      T wanted = expected.apply(booking);
      Long times = left.remove(wanted);
      if (times == null || times != 1) {
        findings.add(
            rule,
            IntentName.of(booking),
            "%s instead of one: %s".formatted(times == null ? "none" : times, wanted));
      }
    }
    left.forEach((one, times) -> findings.add(rule, "not booked: " + one));
  }

  private static <T> Map<T, Long> counted(Collection<T> all) {
    return all.stream().collect(Collectors.groupingBy(one -> one, Collectors.counting()));
  }

  /** A notice that went to somebody else than the one whose booking it tells of. */
  private void tenants() {
    Map<Long, Booking> bookings = new HashMap<>();
    snapshot.bookings().forEach(booking -> bookings.put(booking.seq(), booking));
    for (Notice notice : snapshot.notices()) {
      findings.lookedAt(Rule.TENANT_LEAK, 1);
      Booking booking = bookings.get(notice.booking());
      if (booking != null && !booking.tenant().equals(notice.tenant())) {
        findings.add(
            Rule.TENANT_LEAK,
            new IntentName(notice.tenant(), Op.named(notice.operation()), notice.key()),
            "told of a booking of %s: %s".formatted(booking.tenant(), notice));
      }
    }
  }

  private void projection() {
    Set<Account> accounts = new HashSet<>(snapshot.accounts());
    Set<Account> projected = new HashSet<>(snapshot.projection());
    findings.lookedAt(Rule.PROJECTION_DISAGREES, accounts.size());
    for (Account account : accounts) {
      if (!projected.remove(account)) {
        findings.add(Rule.PROJECTION_DISAGREES, "not projected as it is: " + account);
      }
    }
    projected.forEach(
        account -> findings.add(Rule.PROJECTION_DISAGREES, "projected, and not so: " + account));
  }
}
