package dev.semel.spi;

import dev.semel.Retention;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Claims that outlive a transaction. Every method is one committed transaction of its own. A lease
 * is valid until a time on the store's clock; its fence grows with every grant, and nothing is
 * changed for a caller whose fence is not the current one.
 *
 * <p>A leased intent is completed through {@link Attempt#settle} on the basis of its fence, so that
 * an effect and the completion commit together.
 */
public interface LeaseStore {
  /** Makes a RUNNING record where there is none, or tells what there is. */
  LeaseAnswer claim(LeaseRequest request);

  /**
   * Grants a RELEASED record anew with the next fence, or answers {@link LeaseAnswer.Held} if its
   * fence is no longer {@code seenFence}.
   */
  LeaseAnswer resume(LeaseRequest request, LeaseToken seen);

  /** Extends a lease that is still the caller's, even after it ran out; null if it is not. */
  @Nullable Instant renew(LeaseToken token, Duration length);

  /** Gives a lease back with nothing done. False if it is not the caller's. */
  boolean release(LeaseToken token, String reason, Retention retention);

  /** Marks that an outside effect may have happened. False if the lease is not the caller's. */
  boolean markUnknown(LeaseToken token, String reason);

  /**
   * Applies a decision to a stale or unknown record and takes it from its owner by the next fence.
   * False if the record is neither by now, or no longer as it was seen.
   */
  boolean recover(LeaseToken seen, Recovery recovery);
}
