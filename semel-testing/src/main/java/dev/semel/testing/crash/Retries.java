package dev.semel.testing.crash;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * How long a client goes on trying. Time alone ends it, as a lease that nobody gives back ends by
 * time alone, however slow the machine is. The pauses grow, so that what takes long is not asked
 * thousands of times. For one thread.
 */
final class Retries {
  static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

  /** Slowly: most trials need a few attempts only, and there are many trials. */
  private static final int PARTS_TO_GROW_BY = 10;

  private final Duration limit;
  private final LongSupplier nanoTime;
  private final LongConsumer waiting;
  private final long startNanos;
  private long pauseNanos = FIRST_PAUSE.toNanos();
  private int attempts = 1;

  /** By the time of day; the first attempt is about to be made. */
  Retries(Duration limit) {
    this(limit, System::nanoTime, LockSupport::parkNanos);
  }

  Retries(Duration limit, LongSupplier nanoTime, LongConsumer waiting) {
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.waiting = waiting;
    this.startNanos = nanoTime.getAsLong();
  }

  /** Waits before another attempt; false if there has been time enough for those before. */
  boolean another() {
    if (elapsedNanos() >= limit.toNanos()) {
      return false;
    }
    waiting.accept(pauseNanos);
    pauseNanos = Math.min(pauseNanos + pauseNanos / PARTS_TO_GROW_BY, LONGEST_PAUSE.toNanos());
    attempts++;
    return true;
  }

  /** How many were made so far. */
  int attempts() {
    return attempts;
  }

  private long elapsedNanos() {
    return nanoTime.getAsLong() - startNanos;
  }

  /** For people. */
  @Override
  public String toString() {
    return "%d attempts in %d s"
        .formatted(attempts, TimeUnit.NANOSECONDS.toSeconds(elapsedNanos()));
  }
}
