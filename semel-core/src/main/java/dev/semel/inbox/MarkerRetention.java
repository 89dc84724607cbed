package dev.semel.inbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the marker of a message is kept after it was applied. A marker is all that tells a
 * redelivery from a new message: once it is gone, the same message is applied a second time. So it
 * has to outlive everything that may still deliver the message again, which is what the redelivery
 * window names: the topic's retention (offsets can be reset to its start), the sender's schedule of
 * retries, the time a dead-letter queue is kept. A period that is not longer is refused.
 *
 * @param redeliveryWindow how long after its first delivery a message may come again
 * @param period how long markers are kept; null means for ever
 */
public record MarkerRetention(Duration redeliveryWindow, @Nullable Duration period) {
  public static final Duration DEFAULT_REDELIVERY_WINDOW = Duration.ofDays(7);
  public static final Duration DEFAULT_PERIOD = Duration.ofDays(14);
  private static final Duration MIN_WINDOW = Duration.ofMinutes(1);
  private static final Duration MAX_PERIOD = Duration.ofDays(36_500);

  public MarkerRetention {
    Checks.between("redelivery window", redeliveryWindow, MIN_WINDOW, MAX_PERIOD);
    if (period != null && period.compareTo(redeliveryWindow) <= 0) {
      throw new IllegalArgumentException(
          "markers would be kept for %s, but messages may be delivered again for %s: one that comes after its marker is gone would be applied twice; keep markers longer than the redelivery window"
              .formatted(period, redeliveryWindow));
    }
    if (period != null) {
      Checks.between("period of marker retention", period, MIN_WINDOW, MAX_PERIOD);
    }
  }

  /** Redelivery for a week, as a topic is kept by default; markers for two. */
  public static MarkerRetention standard() {
    return new MarkerRetention(DEFAULT_REDELIVERY_WINDOW, DEFAULT_PERIOD);
  }

  /** Markers are never purged. */
  public static MarkerRetention permanent() {
    return new MarkerRetention(DEFAULT_REDELIVERY_WINDOW, null);
  }
}
