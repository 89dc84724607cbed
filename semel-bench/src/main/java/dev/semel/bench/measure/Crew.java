package dev.semel.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A fixed number of threads that all do the same work until the time is up. */
public final class Crew implements AutoCloseable {
  private final int threads;
  private final ExecutorService executor;

  public Crew(int threads) {
    this.threads = threads;
    this.executor = Executors.newFixedThreadPool(threads);
  }

  /**
   * Works for so long; commands that have begun by then are finished and count.
   *
   * @throws MeasurementException if any command failed
   */
  public Round work(Work.Timed work, Duration duration) {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Future<LatencyLog>> workers = new ArrayList<>();
    long startNanos = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      workers.add(executor.submit(() -> workUntilOver(work, duration, start)));
    }
    List<LatencyLog> logs = new ArrayList<>();
    workers.forEach(worker -> logs.add(finished(worker)));
    return Round.of(System.nanoTime() - startNanos, logs);
  }

  private static LatencyLog workUntilOver(Work.Timed work, Duration duration, CyclicBarrier start)
      throws Exception {
    LatencyLog log = new LatencyLog();
    start.await();
    long endNanos = System.nanoTime() + duration.toNanos();
    while (System.nanoTime() - endNanos < 0) {
      log.add(work.onceNanos());
    }
    return log;
  }

  private static LatencyLog finished(Future<LatencyLog> worker) {
    try {
      return worker.get();
    } catch (ExecutionException e) {
      throw new MeasurementException("a command failed while it was measured", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeasurementException("interrupted while measuring", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
