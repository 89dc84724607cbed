package dev.semel.relay.internal;

import dev.semel.relay.RelaySettings;
import java.util.concurrent.TimeUnit;

/**
 * Decides when the relay looks at the outbox next.
 *
 * <p>A look costs much the same for one event as for a hundred. So the relay rests after a look
 * that found events, the longer the more it found. A look that found nothing is followed by the
 * next one after an interval that doubles, from the first to the last poll interval.
 *
 * <p>Where wake-ups announce the events, polling in between finds nothing. So the interval starts
 * longer with every look that a wake-up caused and that found events. It starts at the first poll
 * interval again as soon as polling finds an event that no wake-up announced. For one thread.
 */
final class Pace {
  private static final long REST_PER_EVENT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long MAX_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final int MAX_START_FACTOR = 16;

  private final long firstNanos;
  private final long lastNanos;
  private long startNanos;
  private long intervalNanos;
  private long dueAtNanos;
  private long restUntilNanos;
  private boolean woken;

  Pace(RelaySettings.Polling polling, long nanoTime) {
    this.firstNanos = polling.first().toNanos();
    this.lastNanos = polling.last().toNanos();
    this.startNanos = firstNanos;
    this.intervalNanos = firstNanos;
    this.dueAtNanos = nanoTime;
    this.restUntilNanos = nanoTime;
  }

  /** Notes that there may be events: the next look is due once the rest is over. */
  void wake(long nanoTime) {
    woken = true;
    intervalNanos = startNanos;
    dueAtNanos = nanoTime;
  }

  boolean isDue(long nanoTime) {
    return remainingNanos(nanoTime) == 0;
  }

  long remainingNanos(long nanoTime) {
    return Math.max(0, Math.max(dueAtNanos - nanoTime, restUntilNanos - nanoTime));
  }

  /**
   * Notes a look.
   *
   * @param more whether there was so much that there may be more
   */
  void looked(int events, boolean more, long nanoTime) {
    if (events > 0) {
      found(events, more, nanoTime);
    } else {
      dueAtNanos = nanoTime + intervalNanos;
      intervalNanos = Math.min(2 * intervalNanos, lastNanos);
    }
    woken = false;
  }

  private void found(int events, boolean more, long nanoTime) {
    long longest = Math.min(MAX_START_FACTOR * firstNanos, lastNanos);
    startNanos = woken ? Math.min(2 * startNanos, longest) : firstNanos;
    intervalNanos = startNanos;
    restUntilNanos = nanoTime + (more ? 0 : restNanos(events));
    dueAtNanos = woken && !more ? nanoTime + startNanos : nanoTime;
  }

  private static long restNanos(int events) {
    return Math.min(events * REST_PER_EVENT_NANOS, MAX_REST_NANOS);
  }
}
