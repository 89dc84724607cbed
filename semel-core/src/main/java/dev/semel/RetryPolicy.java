package dev.semel;

import java.time.Duration;

/**
 * How often and how long Semel runs a transaction again that failed for a reason that passes:
 * serialization failure, deadlock, lock timeout, lost connection. Retries start the whole
 * transaction anew, claim included. Immutable.
 *
 * @param maxAttempts 1 means never again
 * @param budget a failure that comes after it is not retried
 * @param firstBackoff before the second attempt; doubles with each further one
 * @param maxBackoff the doubling stops here
 * @param failsFast whether a store that is known to be unavailable is left alone
 */
public record RetryPolicy(
    int maxAttempts,
    Duration budget,
    Duration firstBackoff,
    Duration maxBackoff,
    boolean failsFast) {
  private static final int MAX_DOUBLINGS = 30;

  public RetryPolicy {
    Limits.atLeast("max attempts", maxAttempts, 1);
    Limits.positive("retry budget", budget);
    Limits.positive("first backoff", firstBackoff);
    Limits.positive("max backoff", maxBackoff);
    if (firstBackoff.compareTo(maxBackoff) > 0) {
      throw new IllegalArgumentException(
          "first backoff %s is longer than max backoff %s".formatted(firstBackoff, maxBackoff));
    }
  }

  /** A policy that does not fail fast. */
  public RetryPolicy(int maxAttempts, Duration budget, Duration firstBackoff, Duration maxBackoff) {
    this(maxAttempts, budget, firstBackoff, maxBackoff, false);
  }

  /** Ten attempts within ten seconds, backing off from 5 ms to 500 ms. */
  public static RetryPolicy standard() {
    return new RetryPolicy(
        10, Duration.ofSeconds(10), Duration.ofMillis(5), Duration.ofMillis(500));
  }

  public static RetryPolicy never() {
    return new RetryPolicy(1, Duration.ofSeconds(10), Duration.ofMillis(1), Duration.ofMillis(1));
  }

  public RetryPolicy attempts(int attempts) {
    return new RetryPolicy(attempts, budget, firstBackoff, maxBackoff, failsFast);
  }

  public RetryPolicy within(Duration newBudget) {
    return new RetryPolicy(maxAttempts, newBudget, firstBackoff, maxBackoff, failsFast);
  }

  /**
   * Does not wait for a store that is known to be unavailable: once it could not be reached, all
   * attempts end at once in {@link StoreUnavailableException}, but for one now and then that finds
   * out whether the store is back. For callers that block somebody else's thread.
   */
  public RetryPolicy failingFast() {
    return new RetryPolicy(maxAttempts, budget, firstBackoff, maxBackoff, true);
  }

  /**
   * The wait before the next attempt.
   *
   * @param failedAttempts 1 after the first failure
   * @param random from 0 to 1; spreads the wait over the upper half of the backoff
   */
  public Duration backoff(int failedAttempts, double random) {
    int doublings = Math.min(failedAttempts - 1, MAX_DOUBLINGS);
    double full =
        Math.min(firstBackoff.toNanos() * Math.pow(2, doublings), (double) maxBackoff.toNanos());
    return Duration.ofNanos((long) (full * (0.5 + random / 2)));
  }
}
