package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * The SQL of an effect failed for good. Everything it did was rolled back and nothing is stored for
 * its key.
 */
public final class EffectFailedException extends SemelException {
  private static final long serialVersionUID = 1L;

  public EffectFailedException(String message) {
    super(message);
  }

  public EffectFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
