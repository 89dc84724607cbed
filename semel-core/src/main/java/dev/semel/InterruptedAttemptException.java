package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * The thread was interrupted while Semel waited. The interrupt flag is set again; nothing was
 * committed by this attempt.
 */
public final class InterruptedAttemptException extends SemelException {
  private static final long serialVersionUID = 1L;

  public InterruptedAttemptException(String message) {
    super(message);
  }

  public InterruptedAttemptException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
