package dev.semel.webhook;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long to wait before each attempt at one event. After the last it is a dead letter. Immutable.
 *
 * @param waits before the first attempt, the second and so on; the first is zero, 1 to 100 of them
 * @param jitterPercent by how much a wait is longer at most, at random, so that endpoints that come
 *     back are not met by everything at once; 0 to 100
 */
public record RetrySchedule(List<Duration> waits, int jitterPercent) {
  private static final int MAX_ATTEMPTS = 100;
  private static final Duration MAX_WAIT = Duration.ofDays(30);
  private static final int DEFAULT_JITTER_PERCENT = 20;

  public RetrySchedule {
    waits = List.copyOf(waits);
    Checks.between("the number of attempts", waits.size(), 1, MAX_ATTEMPTS);
    Checks.between("jitter percent", jitterPercent, 0, 100);
    waits.forEach(wait -> Checks.between("a wait", wait, Duration.ZERO, MAX_WAIT));
    if (!waits.get(0).isZero()) {
      throw new IllegalArgumentException(
          "the wait before the first attempt is %s; it must be zero".formatted(waits.get(0)));
    }
  }

  /** That of the standard: ten attempts within about three days, and up to a fifth longer. */
  public static RetrySchedule standard() {
    return of(
        Stream.of("0s", "5s", "5m", "30m", "2h", "5h", "10h", "14h", "20h", "24h")
            .map(text -> Duration.parse("PT" + text))
            .toArray(Duration[]::new));
  }

  /** With the usual jitter. */
  public static RetrySchedule of(Duration... waits) {
    return new RetrySchedule(List.of(waits), DEFAULT_JITTER_PERCENT);
  }

  public RetrySchedule jitterPercent(int percent) {
    return new RetrySchedule(waits, percent);
  }

  int maxAttempts() {
    return waits.size();
  }

  /**
   * The wait after an attempt that failed.
   *
   * @param failedAttempts 1 after the first
   * @param random from 0 to 1
   */
  Duration waitAfter(int failedAttempts, double random) {
    Duration wait = waits.get(Math.min(failedAttempts, waits.size() - 1));
    long millis = wait.toMillis();
    return Duration.ofMillis(millis + (long) (millis * random * jitterPercent / 100));
  }
}
