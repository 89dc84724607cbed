package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * An effect touched the transaction that Semel manages, or swallowed an error that had already
 * aborted it.
 */
public final class TransactionMisuseException extends SemelException {
  private static final long serialVersionUID = 1L;

  public TransactionMisuseException(String message) {
    super(message);
  }

  public TransactionMisuseException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
