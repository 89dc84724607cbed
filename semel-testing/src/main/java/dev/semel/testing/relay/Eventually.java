package dev.semel.testing.relay;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for something that other threads bring about, without assuming how long it takes. */
public final class Eventually {
  private static final Duration MAX_WAIT = Duration.ofSeconds(60);
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private Eventually() {}

  /**
   * Waits until it holds.
   *
   * @throws AssertionError if it does not within a minute
   */
  public static void holds(String what, BooleanSupplier condition) {
    holds(what, condition, () -> "");
  }

  /**
   * Waits until it holds.
   *
   * @param situation says how things stand, if it does not
   * @throws AssertionError if it does not within a minute
   */
  public static void holds(String what, BooleanSupplier condition, Supplier<String> situation) {
    long start = System.nanoTime();
    long pause = FIRST_PAUSE_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > MAX_WAIT.toNanos()) {
        throw new AssertionError(
            "not within %s: %s %s".formatted(MAX_WAIT, what, situation.get()).strip());
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
    }
  }
}
