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
 * no connection and ask the store nothing: first they learn whether the intent is being run at all,
 * and when the attempt lands they get what it committed or found.
 */
public final class Flight {
  /** What the store holds, as far as the attempt came to know it. */
  record Landing(Fingerprint fingerprint, StoredOutcome outcome) {}

  private final Fingerprint fingerprint;
  private final CompletableFuture<Boolean> running = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Landing> landing = new CompletableFuture<>();
  private volatile boolean claimed;

  Flight(Fingerprint fingerprint) {
    this.fingerprint = fingerprint;
  }

  /** The store granted the claim: from now on the key belongs to this fingerprint. */
  void claimed() {
    claimed = true;
    running.complete(true);
  }

  /** Another node runs the intent. */
  void running() {
    running.complete(true);
  }

  /**
   * The fingerprint the key belongs to while this runs; null as long as the store has not said so.
   */
  @Nullable Fingerprint boundTo() {
    return claimed ? fingerprint : null;
  }

  void land(Fingerprint committed, StoredOutcome outcome) {
    landing.complete(new Landing(committed, outcome));
    running.complete(false);
  }

  /** Ends without anything to tell, unless it has landed already. */
  void end() {
    landing.complete(null);
    running.complete(false);
  }

  boolean isOver() {
    return landing.isDone();
  }

  /** Whether somebody was found to run the intent. */
  boolean wasRun() {
    return running.getNow(false);
  }

  /**
   * Waits until it is known whether the intent is being run; false if that did not come out in
   * time.
   */
  boolean awaitKnown(Duration bound) {
    return await(running, bound) != null;
  }

  /** Waits for the landing; null if there is nothing to tell or the time is up. */
  @Nullable Landing awaitLanding(Duration bound) {
    return await(landing, bound);
  }

  private static <V> @Nullable V await(CompletableFuture<V> future, Duration bound) {
    try {
      return future.get(bound.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      throw Patience.interrupted(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a flight lands or ends, it never fails", e);
    }
  }
}
