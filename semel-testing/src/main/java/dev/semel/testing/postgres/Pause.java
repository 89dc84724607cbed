package dev.semel.testing.postgres;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting for what only polling can tell: processes and files of others. */
final class Pause {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private Pause() {}

  /** Waits a moment. */
  static void of(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresServerException("interrupted while waiting for a PostgreSQL server", e);
    }
  }

  /** Waits until the condition holds; returns false if it still does not at the limit. */
  static boolean until(BooleanSupplier condition, Duration limit) {
    long startNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - startNanos > limit.toNanos()) {
        return false;
      }
      of(BETWEEN_LOOKS);
    }
    return true;
  }
}
