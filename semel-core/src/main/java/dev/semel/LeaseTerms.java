package dev.semel;

import java.time.Duration;

/**
 * The terms of a lease. Immutable.
 *
 * @param length how long it lasts without a heartbeat; {@link #MIN_LENGTH} to {@link #MAX_LENGTH}.
 *     Send heartbeats at a third of it
 * @param takeover what happens when it runs out
 */
public record LeaseTerms<R>(Duration length, Takeover<R> takeover) {
  public static final Duration MIN_LENGTH = Duration.ofSeconds(1);
  public static final Duration MAX_LENGTH = Duration.ofDays(1);

  public LeaseTerms {
    if (length.compareTo(MIN_LENGTH) < 0 || length.compareTo(MAX_LENGTH) > 0) {
      throw new IllegalArgumentException(
          "lease length is %s; give %s to %s".formatted(length, MIN_LENGTH, MAX_LENGTH));
    }
  }

  public static <R> LeaseTerms<R> of(Duration length, Takeover<R> takeover) {
    return new LeaseTerms<>(length, takeover);
  }
}
