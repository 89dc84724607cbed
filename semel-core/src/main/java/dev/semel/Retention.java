package dev.semel;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a settled record answers retries, counted from the moment it was settled. Afterwards the
 * same key is a new intent, so choose it longer than anybody may still retry: client window, broker
 * redelivery, reconciliation.
 *
 * @param period at least {@link #MIN_PERIOD}; null means for ever
 */
public record Retention(@Nullable Duration period) {
  public static final Duration MIN_PERIOD = Duration.ofMinutes(1);
  public static final Duration DEFAULT_PERIOD = Duration.ofDays(7);
  private static final Duration MAX_PERIOD = Duration.ofDays(36_500);

  public Retention {
    if (period != null && (period.compareTo(MIN_PERIOD) < 0 || period.compareTo(MAX_PERIOD) > 0)) {
      throw new IllegalArgumentException(
          "retention is %s; give %s to %s, or Retention.permanent()"
              .formatted(period, MIN_PERIOD, MAX_PERIOD));
    }
  }

  public static Retention of(Duration period) {
    return new Retention(period);
  }

  public static Retention permanent() {
    return new Retention(null);
  }

  public static Retention standard() {
    return new Retention(DEFAULT_PERIOD);
  }
}
