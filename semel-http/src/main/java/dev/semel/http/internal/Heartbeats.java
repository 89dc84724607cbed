package dev.semel.http.internal;

import dev.semel.Lease;
import dev.semel.LeaseLostException;
import dev.semel.SemelException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the leases of handlers that are at work. A few threads of the process serve all of them;
 * none keeps the process alive. Safe for use by several threads.
 */
public final class Heartbeats implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);
  private static final int MAX_THREADS = 4;
  private static final int BEATS_PER_LEASE = 3;

  private final ScheduledThreadPoolExecutor threads;

  public Heartbeats() {
    threads = new ScheduledThreadPoolExecutor(MAX_THREADS, new DaemonThreads());
    threads.setRemoveOnCancelPolicy(true);
  }

  private static final class DaemonThreads implements ThreadFactory {
    private final AtomicInteger last = new AtomicInteger();

    @Override
    public Thread newThread(Runnable task) {
      Thread thread = new Thread(task, "semel-http-heartbeat-" + last.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    }
  }

  /** A heartbeat under way. */
  interface Beat {
    void stop();
  }

  /** Renews a lease at a third of its length until it is stopped or lost. */
  Beat start(Lease<?> lease, Duration length) {
    long pauseNanos = length.toNanos() / BEATS_PER_LEASE;
    try {
      Future<?> beating =
          threads.scheduleWithFixedDelay(
              () -> beat(lease), pauseNanos, pauseNanos, TimeUnit.NANOSECONDS);
      return () -> beating.cancel(false);
    } catch (RejectedExecutionException e) {
      LOG.debug("the filter is destroyed; its last handlers run without a heartbeat", e);
      return () -> {};
    }
  }

  /** Whatever goes wrong with one beat, the next is tried; a lost lease ends it. */
  private static void beat(Lease<?> lease) {
    try {
      lease.heartbeat();
    } catch (LeaseLostException e) {
      throw e;
    } catch (SemelException e) {
      LOG.warn("{}: the lease could not be renewed; trying again", lease.intent(), e);
    }
  }

  /** Does something later; never, if the filter is destroyed before. */
  void later(Duration delay, Runnable task) {
    try {
      Future<?> unused = threads.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("the filter is destroyed", e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
