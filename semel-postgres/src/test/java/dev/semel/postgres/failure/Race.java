package dev.semel.postgres.failure;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Holds races open, for a minute at most. */
final class Race {
  private static final int LIMIT_SECONDS = 60;

  private Race() {}

  /** Runs on a thread of its own, so that a waiting runner takes no other runner's place. */
  static <V> CompletableFuture<V> start(Supplier<V> runner) {
    return CompletableFuture.supplyAsync(runner, task -> new Thread(task, "runner").start());
  }

  static <V> V result(CompletableFuture<V> running) {
    return running.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
  }

  static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("the others did not come", e);
    }
  }
}
