package dev.semel;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The store is known to be unavailable, and the operation {@linkplain RetryPolicy#failingFast()
 * fails fast}. Nothing was committed; calling again later with the same key is safe.
 */
public final class StoreUnavailableException extends RetriesExhaustedException {
  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  public StoreUnavailableException(String message, Duration retryAfter, @Nullable Throwable cause) {
    super(message, cause);
    this.retryAfter = retryAfter;
  }

  /** Time until the store is tried again. It grows while the store stays unavailable. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
