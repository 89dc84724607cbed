package dev.semel.client;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Time as a call sees it. */
interface Timing {
  Instant now();

  long nanoTime();

  /** From 0 to 1, to spread waits. */
  double random();

  /** Completed after the wait, on the executor. No thread waits meanwhile. */
  CompletionStage<?> after(Duration wait, Executor executor);

  /** The time of this machine. */
  static Timing system() {
    return new SystemTiming();
  }
}

final class SystemTiming implements Timing {
  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public double random() {
    return ThreadLocalRandom.current().nextDouble();
  }

  @Override
  public CompletionStage<?> after(Duration wait, Executor executor) {
    Executor delayed =
        CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS, executor);
    return CompletableFuture.runAsync(() -> {}, delayed);
  }
}
