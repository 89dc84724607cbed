package dev.semel.relay.internal;

import dev.semel.relay.RelaySettings;
import java.util.concurrent.TimeUnit;

/**
 * When to look at the outbox next. A look costs much the same for one event as for a hundred: where
 * events come in without end, a relay that looked again at once would take a share of the server
 * from those who write them. So it rests a little after a look, the longer the more it found. Where
 * they come one by one that is over before the next one comes. For one thread.
 */
final class Pace {
  private static final long REST_PER_EVENT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long MAX_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

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

  /**
   * Notes a look.
   *
   * @param more whether there was so much that there may be more
   */
  void looked(int events, boolean more, long nanoTime) {
    awake = events > 0;
    if (awake) {
      intervalNanos = firstNanos;
      dueAtNanos = nanoTime;
      restUntilNanos = nanoTime + (more ? 0 : restNanos(events));
    } else {
      dueAtNanos = nanoTime + intervalNanos;
      intervalNanos = Math.min(2 * intervalNanos, lastNanos);
    }
  }

  private static long restNanos(int events) {
    return Math.min(events * REST_PER_EVENT_NANOS, MAX_REST_NANOS);
  }
}
