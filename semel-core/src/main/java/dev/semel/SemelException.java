package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * A promise could not be kept, or was about to be broken. Expected answers are {@link Outcome}s;
 * this is the root of everything else that Semel throws.
 */
public class SemelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SemelException(String message) {
    super(message);
  }

  public SemelException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
