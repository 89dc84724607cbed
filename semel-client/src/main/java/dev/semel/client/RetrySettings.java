package dev.semel.client;

import java.time.Duration;

/**
 * How often, how long and at what distance an intent is attempted in one call. Immutable.
 *
 * @param maxAttempts 1 means never again
 * @param budget for the whole call, waits included
 * @param attemptTimeout for one attempt, from connecting to the last byte that the body handler
 *     waits for; never longer than what is left of the budget
 * @param firstBackoff the shortest wait before another attempt; it doubles with every further one
 * @param maxBackoff the doubling stops here
 * @param plainConflicts whether a 409 is retried that does not say that another attempt is at work
 */
public record RetrySettings(
    int maxAttempts,
    Duration budget,
    Duration attemptTimeout,
    Duration firstBackoff,
    Duration maxBackoff,
    boolean plainConflicts) {
  private static final int MOST_ATTEMPTS = 1_000;
  private static final int MAX_DOUBLINGS = 30;
  private static final double LEAST_SHARE = 0.75;

  public RetrySettings {
    Limits.between("max attempts", maxAttempts, 1, MOST_ATTEMPTS);
    Limits.positive("budget", budget);
    Limits.positive("attempt timeout", attemptTimeout);
    Limits.positive("first backoff", firstBackoff);
    Limits.positive("max backoff", maxBackoff);
    if (firstBackoff.compareTo(maxBackoff) > 0) {
      throw new IllegalArgumentException(
          "first backoff %s is longer than max backoff %s".formatted(firstBackoff, maxBackoff));
    }
  }

  /** Six attempts of up to 30 s within two minutes, backing off from 500 ms to 10 s. */
  public static RetrySettings standard() {
    return new RetrySettings(
        6,
        Duration.ofMinutes(2),
        Duration.ofSeconds(30),
        Duration.ofMillis(500),
        Duration.ofSeconds(10),
        false);
  }

  public RetrySettings attempts(int attempts) {
    return new RetrySettings(
        attempts, budget, attemptTimeout, firstBackoff, maxBackoff, plainConflicts);
  }

  public RetrySettings within(Duration newBudget) {
    return new RetrySettings(
        maxAttempts, newBudget, attemptTimeout, firstBackoff, maxBackoff, plainConflicts);
  }

  public RetrySettings attemptTimeout(Duration timeout) {
    return new RetrySettings(
        maxAttempts, budget, timeout, firstBackoff, maxBackoff, plainConflicts);
  }

  public RetrySettings backoff(Duration first, Duration max) {
    return new RetrySettings(maxAttempts, budget, attemptTimeout, first, max, plainConflicts);
  }

  /**
   * Retries every 409. For servers that answer a running attempt with a 409 that says nothing; a
   * conflict of the business is then repeated in vain until the attempts are used up.
   */
  public RetrySettings retryingPlainConflicts() {
    return new RetrySettings(maxAttempts, budget, attemptTimeout, firstBackoff, maxBackoff, true);
  }

  /**
   * The wait before the next attempt, if the server asks for no longer one: {@code min(first *
   * 2^(n-1), max)}, of which chance takes up to a quarter, and never less than the first backoff.
   *
   * @param attempts how many there have been, from 1
   * @param random from 0 to 1
   */
  public Duration backoff(int attempts, double random) {
    int doublings = Math.min(attempts - 1, MAX_DOUBLINGS);
    double full =
        Math.min(firstBackoff.toNanos() * Math.pow(2, doublings), (double) maxBackoff.toNanos());
    double share = LEAST_SHARE + (1 - LEAST_SHARE) * random;
    return Duration.ofNanos(Math.max((long) (full * share), firstBackoff.toNanos()));
  }
}
