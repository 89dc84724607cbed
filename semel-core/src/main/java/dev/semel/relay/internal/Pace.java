package dev.semel.relay.internal;

import dev.semel.relay.RelaySettings;

/**
 * When to look at the outbox next. A look costs much the same for one event as for a hundred, so
 * that where events trickle in without end, a relay that looked again at once would take a share of
 * the server from those who write them. It rests after such a look for as long as the look took:
 * not to be noticed on a server that has time, and longer the busier the server is. For one thread.
 */
final class Pace {
  private final long firstNanos;
  private final long lastNanos;
  private long intervalNanos;
  private long dueAtNanos = System.nanoTime();
  private long restUntilNanos = dueAtNanos;
  private boolean awake;

  Pace(RelaySettings.Polling polling) {
    this.firstNanos = polling.first().toNanos();
    this.lastNanos = polling.last().toNanos();
    this.intervalNanos = firstNanos;
  }

  /** Something may be there: look at once, and then often. */
  void wake() {
    awake = true;
    intervalNanos = firstNanos;
    dueAtNanos = System.nanoTime();
  }

  boolean isDue(long nanoTime) {
    return remainingNanos(nanoTime) == 0;
  }

  long remainingNanos(long nanoTime) {
    return Math.max(0, Math.max(dueAtNanos - nanoTime, restUntilNanos - nanoTime));
  }

  /** Whether something is expected to be there. */
  boolean isAwake() {
    return awake;
  }

  /** Notes a look that took so long, and what it found. */
  void looked(Found found, long tookNanos, long nanoTime) {
    awake = found != Found.NOTHING;
    if (!awake) {
      dueAtNanos = nanoTime + intervalNanos;
      intervalNanos = Math.min(2 * intervalNanos, lastNanos);
    } else {
      intervalNanos = firstNanos;
      dueAtNanos = nanoTime;
      restUntilNanos = found == Found.SOME ? nanoTime + tookNanos : nanoTime;
    }
  }

  /** What a look found. */
  enum Found {
    NOTHING,
    /** Less than a page. */
    SOME,
    /** So much that there may be more. */
    PAGES
  }
}
