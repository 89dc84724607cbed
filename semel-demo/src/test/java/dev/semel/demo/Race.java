package dev.semel.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the same work on many threads that start together. */
public final class Race {
  private Race() {}

  /** What one of the threads does. */
  @FunctionalInterface
  public interface Work<T> {
    T run(int number) throws Exception;
  }

  public static <T> List<T> of(int threads, Work<T> work) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Callable<T>> runners = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int number = i;
        runners.add(
            () -> {
              start.await();
              return work.run(number);
            });
      }
      return results(pool.invokeAll(runners));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during the race", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static <T> List<T> results(List<Future<T>> futures) throws InterruptedException {
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      try {
        results.add(future.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException("one of the threads failed", e.getCause());
      }
    }
    return results;
  }
}
