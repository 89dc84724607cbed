package dev.semel.bench.outbox;

import dev.semel.bench.measure.MeasurementException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/** When each event was acknowledged for the first time. Safe for use by several threads. */
final class Acks {
  private volatile Expected expected = new Expected(0);

  private record Expected(AtomicLongArray ackedNanos, CountDownLatch left) {
    Expected(int events) {
      this(new AtomicLongArray(events), new CountDownLatch(events));
    }
  }

  /** From now on, events with the numbers from 0 to below this are waited for. */
  void expect(int events) {
    expected = new Expected(events);
  }

  /** It has arrived. Others than those waited for do not count. */
  void note(int number) {
    Expected now = expected;
    boolean isExpected = number >= 0 && number < now.ackedNanos.length();
    if (isExpected && now.ackedNanos.compareAndSet(number, 0, System.nanoTime())) {
      now.left.countDown();
    }
  }

  void await(Duration maxWait) throws InterruptedException {
    Expected now = expected;
    if (!now.left.await(maxWait.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new MeasurementException(
          String.format(
              Locale.ROOT,
              "%d of %d events have not arrived after %s",
              now.left.getCount(),
              now.ackedNanos.length(),
              maxWait),
          null);
    }
  }

  long ackedNanos(int number) {
    return expected.ackedNanos.get(number);
  }
}
