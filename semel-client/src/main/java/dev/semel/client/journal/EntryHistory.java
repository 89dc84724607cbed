package dev.semel.client.journal;

import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the events of an entry add up to. For one thread at a time. */
final class EntryHistory {
  private final Instant createdAt;
  private final Map<Integer, Instant> attempts = new TreeMap<>();
  private boolean damaged;
  private boolean finished;
  private int started;
  private @Nullable Instant expiresAt;

  EntryHistory(Instant createdAt) {
    this.createdAt = createdAt;
  }

  void add(Event event) {
    switch (event.kind()) {
      case ATTEMPT_STARTS -> {
        attempts.put(event.attempt(), event.at());
        started = Math.max(started, event.attempt());
      }
      case ATTEMPT_DID_NOTHING -> attempts.remove(event.attempt());
      case EXPIRES -> expiresAt = event.at();
      case FINISHED -> finished = true;
    }
  }

  /**
   * An event cannot be read. It may have been an attempt, and none was earlier than the entry
   * itself.
   */
  void addDamaged() {
    damaged = true;
  }

  int started() {
    return started;
  }

  boolean isFinished() {
    return finished;
  }

  @Nullable Instant expiresAt() {
    return expiresAt;
  }

  @Nullable Instant firstAttemptAt() {
    return damaged
        ? createdAt
        : attempts.values().stream().min(Comparator.naturalOrder()).orElse(null);
  }

  EntryState state() {
    if (finished) {
      return EntryState.FINISHED;
    }
    return firstAttemptAt() == null ? EntryState.RECORDED : EntryState.ATTEMPTED;
  }
}
