package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * The connection was lost while COMMIT was under way, and the store could not be asked what became
 * of it: not within the retry budget, because the thread was interrupted, or because asking failed
 * in a way that no retry mends. Calling again with the same key gives the answer.
 */
public final class CommitUnknownException extends SemelException {
  private static final long serialVersionUID = 1L;

  public CommitUnknownException(String message) {
    super(message);
  }

  public CommitUnknownException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
