package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * The transaction failed for a reason that passes, more often or longer than its retry policy
 * allows: contention, or a store that is away. Nothing was committed; calling again later with the
 * same key is safe.
 *
 * <p>Of a lease: nothing was begun under it. If the reply to its grant was lost, it may stand all
 * the same, and is in progress for others until it runs out.
 */
public sealed class RetriesExhaustedException extends SemelException
    permits StoreUnavailableException {
  private static final long serialVersionUID = 1L;

  public RetriesExhaustedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
