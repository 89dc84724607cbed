package dev.semel.relay.internal;

import dev.semel.relay.RelaySettings;

/** When to look at the outbox next. For one thread. */
final class Pace {
  private final long firstNanos;
  private final long lastNanos;
  private long intervalNanos;
  private long dueAtNanos = System.nanoTime();

  Pace(RelaySettings.Polling polling) {
    this.firstNanos = polling.first().toNanos();
    this.lastNanos = polling.last().toNanos();
    this.intervalNanos = firstNanos;
  }

  /** Something may be there: look at once, and then often. */
  void wake() {
    intervalNanos = firstNanos;
    dueAtNanos = System.nanoTime();
  }

  boolean isDue(long nanoTime) {
    return nanoTime - dueAtNanos >= 0;
  }

  long remainingNanos(long nanoTime) {
    return Math.max(0, dueAtNanos - nanoTime);
  }

  /** Notes a look, and whether it found anything. */
  void looked(boolean found, long nanoTime) {
    if (found) {
      intervalNanos = firstNanos;
      dueAtNanos = nanoTime;
    } else {
      dueAtNanos = nanoTime + intervalNanos;
      intervalNanos = Math.min(2 * intervalNanos, lastNanos);
    }
  }
}
