package dev.semel.client;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a call has to stop. The budget is measured by a clock that only goes forward. The age of the
 * key is measured by the time of day, which survives restarts, and by the same clock beside it, so
 * that setting the time back during the call does not make the key younger.
 */
final class Deadlines {
  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);

  private final RetrySettings retries;
  private final RetentionSettings retention;
  private final Timing timing;
  private final KeptIntent kept;
  private final boolean keyed;
  private final Instant startedAt;
  private final long startedNanos;

  Deadlines(ClientParts parts, KeptIntent kept, ClientIntent intent) {
    this.retries = parts.retries();
    this.retention = parts.retention();
    this.timing = parts.timing();
    this.kept = kept;
    this.keyed = parts.keyHeader().isSentWith(intent);
    this.startedAt = timing.now();
    this.startedNanos = timing.nanoTime();
  }

  Instant now() {
    Instant counted = startedAt.plusNanos(elapsed().toNanos());
    Instant shown = timing.now();
    return shown.isAfter(counted) ? shown : counted;
  }

  private Duration elapsed() {
    return Duration.ofNanos(timing.nanoTime() - startedNanos);
  }

  private Duration left() {
    return retries.budget().minus(elapsed());
  }

  Duration attemptTimeout() {
    Duration left = left();
    if (left.compareTo(retries.attemptTimeout()) >= 0) {
      return retries.attemptTimeout();
    }
    return left.compareTo(SHORTEST_TIMEOUT) < 0 ? SHORTEST_TIMEOUT : left;
  }

  /** Why there is no further attempt after a pause; null if there is one. */
  @Nullable StopReason reasonToStop(int attempts, Duration pause) {
    if (attempts >= retries.maxAttempts()) {
      return StopReason.ATTEMPTS_USED_UP;
    }
    if (pause.compareTo(left()) >= 0) {
      return StopReason.BUDGET_USED_UP;
    }
    return isRetentionOver(pause) ? StopReason.RETENTION_OVER : null;
  }

  /** Without a key there is nothing that the server could forget. */
  boolean isRetentionOver(Duration pause) {
    return keyed && retention.isOver(kept.firstAttemptAt(), kept.expiresAt(), now().plus(pause));
  }

  /** Keeps what the server says about how long it knows the key. */
  void learn(HttpHeaders headers) {
    String header = retention.header();
    Instant firstAttemptAt = kept.firstAttemptAt();
    String value = header == null ? null : headers.firstValue(header).orElse(null);
    if (value == null || firstAttemptAt == null) {
      return;
    }
    Instant expiresAt = HttpTimes.expiry(value, headers, firstAttemptAt, now());
    if (expiresAt != null && !expiresAt.equals(kept.expiresAt())) {
      kept.expires(expiresAt);
    }
  }
}
