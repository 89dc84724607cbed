package dev.semel.client;

import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an intent remembers of its attempts in this process. Safe for use by many threads. */
final class AttemptMemory {
  private final Map<Integer, Instant> attempts = new TreeMap<>();
  private @Nullable Instant expiresAt;
  private int started;

  AttemptMemory(@Nullable Instant attemptedBefore) {
    if (attemptedBefore != null) {
      attempts.put(started++, attemptedBefore);
    }
  }

  synchronized @Nullable Instant firstAttemptAt() {
    return attempts.values().stream().min(Comparator.naturalOrder()).orElse(null);
  }

  synchronized @Nullable Instant expiresAt() {
    return expiresAt;
  }

  synchronized int starts(Instant at) {
    attempts.put(started, at);
    return started++;
  }

  synchronized void didNothing(int attempt) {
    attempts.remove(attempt);
  }

  synchronized void expires(Instant at) {
    expiresAt = at;
  }
}
