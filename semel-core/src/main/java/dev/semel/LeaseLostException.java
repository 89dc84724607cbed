package dev.semel;

import org.jspecify.annotations.Nullable;

/** The lease was taken over or settled by somebody else. The late owner changed nothing. */
public final class LeaseLostException extends SemelException {
  private static final long serialVersionUID = 1L;

  public LeaseLostException(String message) {
    super(message);
  }

  public LeaseLostException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
