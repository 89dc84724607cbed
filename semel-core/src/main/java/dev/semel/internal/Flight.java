package dev.semel.internal;

import dev.semel.Fingerprint;
import dev.semel.spi.StoredOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt that this node has under way, and those of this node that wait for it. Waiters hold
 * no connection and ask the store nothing; when the attempt lands they get what it committed or
 * found.
 */
public final class Flight {
  /** What the store holds, as far as the attempt came to know it. */
  record Landing(Fingerprint fingerprint, StoredOutcome outcome) {}

  private final Fingerprint fingerprint;
  private final CompletableFuture<@Nullable Landing> landing = new CompletableFuture<>();
  private volatile boolean claimed;

  Flight(Fingerprint fingerprint) {
    this.fingerprint = fingerprint;
  }

  /** The store granted the claim: from now on the key belongs to this fingerprint. */
  void claimed() {
    claimed = true;
  }

  /**
   * The fingerprint the key belongs to while this runs; null as long as the store has not said so.
   */
  @Nullable Fingerprint boundTo() {
    return claimed ? fingerprint : null;
  }

  void land(Fingerprint committed, StoredOutcome outcome) {
    landing.complete(new Landing(committed, outcome));
  }

  /** Ends without anything to tell, unless it has landed already. */
  void end() {
    landing.complete(null);
  }

  /** Waits for the landing; null if there is nothing to tell or the time is up. */
  @Nullable Landing await(Duration bound) {
    try {
      return landing.get(bound.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      throw Patience.interrupted(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a flight lands or ends, it never fails", e);
    }
  }
}
