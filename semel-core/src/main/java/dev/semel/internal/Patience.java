package dev.semel.internal;

import dev.semel.InterruptedAttemptException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A bound on waiting, and the waiting itself. Uses the node's monotonic clock, never the wall
 * clock.
 */
final class Patience {
  private final long endNanos;

  Patience(Duration bound) {
    this.endNanos = System.nanoTime() + bound.toNanos();
  }

  Duration left() {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }

  /** What is left, but not less than this. */
  Duration leftButAtLeast(Duration atLeast) {
    Duration left = left();
    return left.compareTo(atLeast) < 0 ? atLeast : left;
  }

  boolean isOver() {
    return left().isZero();
  }

  /** Pauses for the given time or what is left of the bound, whichever is shorter. */
  void pause(Duration duration) {
    Duration pause = duration.compareTo(left()) < 0 ? duration : left();
    try {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  static InterruptedAttemptException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new InterruptedAttemptException(
        "interrupted while waiting; nothing was committed by this attempt, the same key may be used"
            + " again",
        e);
  }
}
