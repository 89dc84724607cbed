package dev.semel.postgres.failure;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Holds races open, for a minute at most. */
final class Race {
  private static final int LIMIT_SECONDS = 60;

  private Race() {}

  static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("the others did not come", e);
    }
  }

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the latch was not opened");
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted at the latch", e);
    }
  }
}
