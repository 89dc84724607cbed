package dev.semel.bench.work;

import com.zaxxer.hikari.metrics.IMetricsTracker;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import com.zaxxer.hikari.metrics.PoolStats;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the callers to whom a pool could not give a connection in time. */
public final class PoolTimeouts implements MetricsTrackerFactory {
  private final AtomicLong count = new AtomicLong();

  public long count() {
    return count.get();
  }

  @Override
  public IMetricsTracker create(String poolName, PoolStats stats) {
    return new IMetricsTracker() {
      @Override
      public void recordConnectionTimeout() {
        count.incrementAndGet();
      }
    };
  }
}
