package dev.semel.http.internal;

import dev.semel.IntentId;
import dev.semel.Scope;
import dev.semel.http.Quota;
import dev.semel.spi.Records;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one caller uses of one operation. Requests under way are counted exactly; new keys by a
 * bucket that fills up within a minute; records by asking the store now and then and adding what
 * was new since. Safe for use by several threads.
 */
final class Usage {
  private static final Duration WAIT_FOR_A_SLOT = Duration.ofSeconds(1);
  private static final Duration WAIT_FOR_RECORDS = Duration.ofMinutes(1);
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long COUNT_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long COUNT_AGAIN_WHEN_FULL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Quota quota;
  private final Records records;
  private final LongSupplier nanoClock;
  private final boolean counting;
  private final AtomicInteger inFlight = new AtomicInteger();

  private double newKeysLeft;
  private long filledNanos;
  private int liveRecords;
  private long countedNanos;
  private boolean counted;

  Usage(Quota quota, Records records, LongSupplier nanoClock) {
    this.quota = quota;
    this.records = records;
    this.nanoClock = nanoClock;
    this.counting = !quota.equals(Quota.unlimited());
    this.newKeysLeft = quota.maxNewPerMinute();
    this.filledNanos = nanoClock.getAsLong();
  }

  boolean enter() {
    int max = quota.maxInFlight();
    return !counting || inFlight.getAndUpdate(now -> now < max ? now + 1 : now) < max;
  }

  void leave() {
    if (counting) {
      inFlight.decrementAndGet();
    }
  }

  /** How long one who could not enter should wait. */
  static Duration slotWait() {
    return WAIT_FOR_A_SLOT;
  }

  synchronized boolean isAtRest() {
    fill();
    return inFlight.get() == 0 && newKeysLeft >= quota.maxNewPerMinute();
  }

  /**
   * How long the caller should wait before it uses this key; null if it need not. A key that is
   * stored already is always welcome: its retry costs nothing new.
   */
  @Nullable Duration waitFor(IntentId intent) {
    if (!counting) {
      return null;
    }
    Duration wait = waitForNewKey(intent.scope());
    return wait == null || records.find(intent) != null ? null : wait;
  }

  private @Nullable Duration waitForNewKey(Scope scope) {
    if (!hasNewKeyLeft()) {
      return newKeyWait();
    }
    return quota.maxLiveRecords() != Quota.UNLIMITED && isFull(scope) ? WAIT_FOR_RECORDS : null;
  }

  private synchronized boolean hasNewKeyLeft() {
    fill();
    return newKeysLeft >= 1;
  }

  private boolean isFull(Scope scope) {
    if (mustCount()) {
      int now = records.countOf(scope, quota.maxLiveRecords());
      noteCount(now);
    }
    return isFullAsCounted();
  }

  private synchronized boolean mustCount() {
    long age = nanoClock.getAsLong() - countedNanos;
    return !counted
        || age > COUNT_AGAIN_NANOS
        || (isFullAsCounted() && age > COUNT_AGAIN_WHEN_FULL_NANOS);
  }

  private synchronized void noteCount(int now) {
    counted = true;
    countedNanos = nanoClock.getAsLong();
    liveRecords = now;
  }

  private synchronized boolean isFullAsCounted() {
    return liveRecords >= quota.maxLiveRecords();
  }

  /** A new key is used now; false if the caller has none left. */
  boolean takeNew() {
    return !counting || takeCounted();
  }

  private synchronized boolean takeCounted() {
    fill();
    if (newKeysLeft < 1) {
      return false;
    }
    newKeysLeft--;
    if (liveRecords < quota.maxLiveRecords()) {
      liveRecords++;
    }
    return true;
  }

  /** How long it takes until the caller has a new key left. */
  synchronized Duration newKeyWait() {
    double missing = Math.max(0, 1 - newKeysLeft);
    return Duration.ofNanos((long) (missing * MINUTE_NANOS / quota.maxNewPerMinute()));
  }

  private void fill() {
    long now = nanoClock.getAsLong();
    double more = (double) (now - filledNanos) * quota.maxNewPerMinute() / MINUTE_NANOS;
    newKeysLeft = Math.min(quota.maxNewPerMinute(), newKeysLeft + more);
    filledNanos = now;
  }
}
