package dev.semel.client;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * For how long the server knows a key. An attempt that came later would be a new command to it, so
 * none is made. Immutable.
 *
 * @param lifetime counted from the first attempt that may have reached the server
 * @param margin subtracted from it, for clocks that differ and attempts that are slow to arrive
 * @param header in which a server may say it: an ISO-8601 duration, or an HTTP date. What it says
 *     replaces the lifetime. Null: it is not looked for
 */
public record RetentionSettings(Duration lifetime, Duration margin, @Nullable String header) {
  public RetentionSettings {
    Limits.positive("retention", lifetime);
    Limits.notNegative("retention margin", margin);
    if (margin.compareTo(lifetime) >= 0) {
      throw new IllegalArgumentException(
          "retention margin %s leaves nothing of the retention %s".formatted(margin, lifetime));
    }
    if (header != null) {
      Limits.token("the name of the lifetime header", header);
    }
  }

  /** 24 hours less five minutes, unless {@code Idempotency-Key-Expires} says otherwise. */
  public static RetentionSettings standard() {
    return new RetentionSettings(
        Duration.ofHours(24), Duration.ofMinutes(5), "Idempotency-Key-Expires");
  }

  public RetentionSettings lifetime(Duration newLifetime) {
    return new RetentionSettings(newLifetime, margin, header);
  }

  public RetentionSettings margin(Duration newMargin) {
    return new RetentionSettings(lifetime, newMargin, header);
  }

  public RetentionSettings header(String newHeader) {
    return new RetentionSettings(lifetime, margin, newHeader);
  }

  public RetentionSettings withoutHeader() {
    return new RetentionSettings(lifetime, margin, null);
  }

  /**
   * Whether an attempt at a given time could be a new command to the server. A clock that stands
   * before the first attempt cannot tell how old that is, so it counts as too old.
   *
   * @param firstAttemptAt the first that may have reached the server; null if none has
   * @param expiresAt what the server said; null if nothing
   */
  boolean isOver(@Nullable Instant firstAttemptAt, @Nullable Instant expiresAt, Instant at) {
    if (firstAttemptAt == null) {
      return false;
    }
    Instant end = expiresAt == null ? firstAttemptAt.plus(lifetime) : expiresAt;
    return at.isAfter(end.minus(margin)) || at.isBefore(firstAttemptAt.minus(margin));
  }
}
