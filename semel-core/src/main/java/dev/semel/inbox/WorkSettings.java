package dev.semel.inbox;

import java.time.Duration;

/**
 * How kept messages are worked off. Immutable.
 *
 * @param maxBatch how many messages one transaction applies at most, 1 to {@value #MAX_BATCH}
 * @param maxAttempts after so many a message is a dead letter
 * @param firstBackoff before the second attempt; doubles with each further one, with jitter
 * @param maxBackoff the doubling stops here
 * @param lease how long a worker may take over a batch before another worker takes it over
 * @param deadLetters whether a dead letter holds back later messages of its key
 */
public record WorkSettings(
    int maxBatch,
    int maxAttempts,
    Duration firstBackoff,
    Duration maxBackoff,
    Duration lease,
    DeadLetters deadLetters) {
  public static final int MAX_BATCH = 1_000;
  private static final int MAX_ATTEMPTS = 1_000;
  private static final int MAX_DOUBLINGS = 30;
  private static final Duration MIN_BACKOFF = Duration.ofMillis(1);
  private static final Duration MAX_BACKOFF = Duration.ofDays(30);
  private static final Duration MIN_LEASE = Duration.ofSeconds(1);
  private static final Duration MAX_LEASE = Duration.ofDays(1);

  /** What a dead letter means to later messages of its key. */
  public enum DeadLetters {
    /** They are applied without it. */
    PASS,
    /** They wait until it is redriven or dismissed. */
    HOLD
  }

  public WorkSettings {
    Checks.between("max batch", maxBatch, 1, MAX_BATCH);
    Checks.between("max attempts", maxAttempts, 1, MAX_ATTEMPTS);
    Checks.between("first backoff", firstBackoff, MIN_BACKOFF, maxBackoff);
    Checks.between("max backoff", maxBackoff, MIN_BACKOFF, MAX_BACKOFF);
    Checks.between("lease", lease, MIN_LEASE, MAX_LEASE);
  }

  /** Batches of 100; ten attempts, backing off from 1 s to 10 min; leases of a minute. */
  public static WorkSettings standard() {
    return new WorkSettings(
        100,
        10,
        Duration.ofSeconds(1),
        Duration.ofMinutes(10),
        Duration.ofMinutes(1),
        DeadLetters.PASS);
  }

  public WorkSettings batches(int max) {
    return new WorkSettings(max, maxAttempts, firstBackoff, maxBackoff, lease, deadLetters);
  }

  public WorkSettings attempts(int max) {
    return new WorkSettings(maxBatch, max, firstBackoff, maxBackoff, lease, deadLetters);
  }

  public WorkSettings backoff(Duration first, Duration max) {
    return new WorkSettings(maxBatch, maxAttempts, first, max, lease, deadLetters);
  }

  public WorkSettings lease(Duration length) {
    return new WorkSettings(maxBatch, maxAttempts, firstBackoff, maxBackoff, length, deadLetters);
  }

  public WorkSettings deadLetters(DeadLetters choice) {
    return new WorkSettings(maxBatch, maxAttempts, firstBackoff, maxBackoff, lease, choice);
  }

  /**
   * The wait before the next attempt.
   *
   * @param failedAttempts 1 after the first failure
   * @param random from 0 to 1; spreads the wait over the upper half of the backoff
   */
  public Duration backoffAfter(int failedAttempts, double random) {
    int doublings = Math.min(Math.max(0, failedAttempts - 1), MAX_DOUBLINGS);
    double full =
        Math.min(firstBackoff.toMillis() * Math.pow(2, doublings), (double) maxBackoff.toMillis());
    return Duration.ofMillis((long) (full * (0.5 + random / 2)));
  }
}
