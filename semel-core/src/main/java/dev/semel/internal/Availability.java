package dev.semel.internal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether the store can be reached: a circuit breaker for those who do not want to wait.
 *
 * <p>The store is unavailable once an attempt could not reach it and no other attempt reached it
 * meanwhile; so a pool that is merely exhausted does not count while others still work. From then
 * on one attempt is let through per interval, as a probe. The interval doubles with each probe.
 * Probes are not counted as they end, so that one that never ends holds up nobody. Any attempt that
 * reaches the store, probe or not, ends it.
 *
 * <p>Safe for use by several threads.
 */
public final class Availability {
  private static final Logger LOG = LoggerFactory.getLogger(Availability.class);
  private static final int MAX_DOUBLINGS = 30;

  private final Duration firstInterval;
  private final Duration maxInterval;
  private final LongSupplier nanoClock;
  private final AtomicLong contacts = new AtomicLong();

  /** Probes since it became unavailable, and the attempt that noticed. 0 while it is available. */
  private volatile int probes;

  private long nextProbeNanos;

  /**
   * @param firstInterval between the failure and the first probe
   * @param maxInterval the doubling stops here
   */
  public Availability(Duration firstInterval, Duration maxInterval, LongSupplier nanoClock) {
    this.firstInterval = firstInterval;
    this.maxInterval = maxInterval;
    this.nanoClock = nanoClock;
  }

  /** Returns how often the store was reached, to be compared later. */
  long contacts() {
    return contacts.get();
  }

  /** Returns null if an attempt may go to the store now, or how long it should wait. */
  @Nullable Duration refusal() {
    return probes == 0 ? null : refusalOrProbe();
  }

  private synchronized @Nullable Duration refusalOrProbe() {
    Duration wait = unavailableFor();
    if (wait == null && probes > 0) {
      plan(probes + 1);
    }
    return wait;
  }

  /** Returns how long nobody goes to the store; null if somebody may. */
  public synchronized @Nullable Duration unavailableFor() {
    long left = nextProbeNanos - nanoClock.getAsLong();
    return probes == 0 || left <= 0 ? null : Duration.ofNanos(left);
  }

  private void plan(int probe) {
    probes = probe;
    nextProbeNanos = nanoClock.getAsLong() + interval(probe).toNanos();
  }

  private Duration interval(int probe) {
    double full = firstInterval.toNanos() * Math.pow(2, Math.min(probe - 1, MAX_DOUBLINGS));
    return full < maxInterval.toNanos() ? Duration.ofNanos((long) full) : maxInterval;
  }

  /** An attempt reached the store. */
  void reached() {
    contacts.incrementAndGet();
    if (probes > 0) {
      recover();
    }
  }

  private synchronized void recover() {
    if (probes > 0) {
      probes = 0;
      LOG.info("the store is available again");
    }
  }

  /**
   * An attempt did not reach the store.
   *
   * @param contactsBefore how often it had been reached when the attempt began
   */
  synchronized void missed(long contactsBefore, String meaning) {
    if (probes == 0 && contacts.get() == contactsBefore) {
      plan(1);
      LOG.warn(
          "the store is unavailable ({}); requests are refused until a probe reaches it, the first in {} ms",
          meaning,
          firstInterval.toMillis());
    }
  }
}
