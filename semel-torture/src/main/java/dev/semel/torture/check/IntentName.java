package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Op;

/** What makes a key unique: whose it is, and what for. */
public record IntentName(String tenant, Op op, String key) {
  static IntentName of(Booking booking) {
    return new IntentName(booking.tenant(), booking.op(), booking.key());
  }

  /** As the payment provider knows it. */
  String providerKey() {
    return "%s/%s/%s".formatted(tenant, op.operation(), key);
  }

  @Override
  public String toString() {
    return "%s %s %s".formatted(tenant, op.operation(), key);
  }
}
