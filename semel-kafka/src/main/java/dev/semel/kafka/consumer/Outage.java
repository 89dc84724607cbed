package dev.semel.kafka.consumer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether the database is away, for all threads of a runner. While it is, nobody tries before the
 * backoff has passed, and nothing counts against a record. Safe for use by several threads.
 */
final class Outage {
  private static final long FIRST_BACKOFF_NANOS = Duration.ofMillis(100).toNanos();
  private static final long MAX_BACKOFF_NANOS = Duration.ofSeconds(10).toNanos();

  private @Nullable String reason;
  private long nextBackoffNanos = FIRST_BACKOFF_NANOS;
  private long lastFailureNanos;
  private long untilNanos;

  /**
   * Takes in a failure.
   *
   * @param startNanos when the attempt began that failed; one that began before the last failure
   *     does not make the backoff longer
   * @return how long everybody waits; null if that was known
   */
  synchronized @Nullable Duration failed(String why, long startNanos) {
    long now = System.nanoTime();
    if (reason != null && startNanos - lastFailureNanos < 0) {
      return null;
    }
    long pauseNanos = nextBackoffNanos;
    reason = why;
    lastFailureNanos = now;
    untilNanos = now + pauseNanos;
    nextBackoffNanos = Math.min(2 * nextBackoffNanos, MAX_BACKOFF_NANOS);
    return Duration.ofNanos(pauseNanos);
  }

  /** Something went well; true if that is news. */
  synchronized boolean ended() {
    boolean was = reason != null;
    reason = null;
    nextBackoffNanos = FIRST_BACKOFF_NANOS;
    return was;
  }

  synchronized @Nullable String reason() {
    return reason;
  }

  /** How long nobody may try; 0 if there is no outage, or if it is time to see. */
  synchronized long remainingNanos(long nanoTime) {
    return reason == null ? 0 : Math.max(0, untilNanos - nanoTime);
  }
}
