package dev.semel.bench.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;

/** Threads that publish events with the numbers from 0 on. */
final class Publishers {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final Contender contender;
  private final int threads;

  Publishers(Contender contender, int threads) {
    this.contender = contender;
    this.threads = threads;
  }

  /** Publishes as fast as it goes and returns how long it took. */
  long publish(int events) throws InterruptedException, ExecutionException {
    long startNanos = System.nanoTime();
    publishAt(events, number -> startNanos);
    return System.nanoTime() - startNanos;
  }

  /** Publishes so many per second and returns when each was committed. */
  long[] publish(int perSecond, int events) throws InterruptedException, ExecutionException {
    long startNanos = System.nanoTime();
    return publishAt(events, number -> startNanos + number * NANOS_PER_SECOND / perSecond);
  }

  private long[] publishAt(int events, IntToLongFunction dueNanos)
      throws InterruptedException, ExecutionException {
    long[] committedNanos = new long[events];
    AtomicInteger next = new AtomicInteger();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        workers.add(
            executor.submit(
                () -> {
                  publishUntilDone(next, dueNanos, committedNanos);
                  return null;
                }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } finally {
      executor.shutdownNow();
    }
    return committedNanos;
  }

  private void publishUntilDone(
      AtomicInteger next, IntToLongFunction dueNanos, long[] committedNanos) throws Exception {
    int number = next.getAndIncrement();
    while (number < committedNanos.length) {
      waitUntil(dueNanos.applyAsLong(number));
      contender.payAndPublish(number);
      committedNanos[number] = System.nanoTime();
      number = next.getAndIncrement();
    }
  }

  private static void waitUntil(long dueNanos) {
    long leftNanos = dueNanos - System.nanoTime();
    while (leftNanos > 0) {
      LockSupport.parkNanos(leftNanos);
      leftNanos = dueNanos - System.nanoTime();
    }
  }
}
