package dev.semel.http.filter;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for something that another thread or process brings about. */
final class Waiting {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private Waiting() {}

  static void until(String what, BooleanSupplier condition) {
    long startNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - startNanos > LIMIT.toNanos()) {
        throw new AssertionError("did not come about within " + LIMIT + ": " + what);
      }
      Thread.onSpinWait();
    }
  }
}
