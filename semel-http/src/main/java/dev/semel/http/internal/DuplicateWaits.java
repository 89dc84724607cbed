package dev.semel.http.internal;

import dev.semel.Duplicates;
import dev.semel.Intent;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Limits how many requests of this node wait for another attempt of their intent. Each waiting
 * request occupies a thread of the container, so without a limit duplicates of a few slow commands
 * could occupy all of them. A request beyond the limit is answered as in progress immediately. Safe
 * for use by several threads.
 */
public final class DuplicateWaits {
  private final Semaphore places;

  public DuplicateWaits(int maxWaiting) {
    this.places = new Semaphore(maxWaiting);
  }

  /**
   * Attempts an intent without waiting. If another attempt is in progress and a place is free, it
   * attempts the intent again and waits as its route allows.
   *
   * @param intent whose operation refuses duplicates
   */
  <A> A attempt(
      Intent<StoredResponse> intent,
      Duplicates duplicates,
      Function<Intent<StoredResponse>, A> attempt,
      Predicate<A> inProgress) {
    A first = attempt.apply(intent);
    if (duplicates.maxWait().isZero() || !inProgress.test(first) || !places.tryAcquire()) {
      return first;
    }
    try {
      return attempt.apply(intent.duplicates(duplicates));
    } finally {
      places.release();
    }
  }
}
