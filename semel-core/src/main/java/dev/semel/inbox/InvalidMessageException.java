package dev.semel.inbox;

import dev.semel.SemelException;
import org.jspecify.annotations.Nullable;

/**
 * A delivery does not say which message it is, so it can be neither applied nor recognised when it
 * comes again. Nothing was recorded. No retry mends it: put it aside where its sender sees it.
 */
public final class InvalidMessageException extends SemelException {
  private static final long serialVersionUID = 1L;

  public InvalidMessageException(String message) {
    this(message, null);
  }

  public InvalidMessageException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
