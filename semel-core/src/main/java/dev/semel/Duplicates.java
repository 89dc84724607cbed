package dev.semel;

import java.time.Duration;

/**
 * What a duplicate does while the first attempt is still at work: it is refused at once, or waits
 * for the answer up to a bound. A waiter holds no database connection. Immutable.
 *
 * @param maxWait zero means refuse at once; at most {@link #MAX_WAIT}
 * @param retryAfter what a refused duplicate is told when the store knows no better
 */
public record Duplicates(Duration maxWait, Duration retryAfter) {
  public static final Duration MAX_WAIT = Duration.ofMinutes(5);
  public static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(1);

  public Duplicates {
    Limits.notNegative("wait for a duplicate", maxWait);
    Limits.positive("retry-after for a duplicate", retryAfter);
    if (maxWait.compareTo(MAX_WAIT) > 0) {
      throw new IllegalArgumentException(
          "wait for a duplicate is %s; at most %s is allowed".formatted(maxWait, MAX_WAIT));
    }
  }

  /** Answers {@link Outcome.InProgress} at once. */
  public static Duplicates refuse() {
    return new Duplicates(Duration.ZERO, DEFAULT_RETRY_AFTER);
  }

  /** Waits for the first attempt, then replays its answer, or gives up with in progress. */
  public static Duplicates waitUpTo(Duration maxWait) {
    return new Duplicates(maxWait, DEFAULT_RETRY_AFTER);
  }

  public Duplicates retryAfter(Duration duration) {
    return new Duplicates(maxWait, duration);
  }
}
