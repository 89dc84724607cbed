package dev.semel.testing;

import dev.semel.spi.Boundary;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A place at which one attempt is stopped until the test lets it go on. Made by {@link
 * Checkpoints#holdAt(Boundary)}.
 *
 * <p><b>Guarantee:</b> the first attempt that fits is stopped, no other. Nobody waits longer than
 * the bound of its {@link Checkpoints}: a test that forgets to release, or waits for an attempt
 * that never comes, fails with words that say so.
 *
 * <p><b>Order:</b> releasing before the attempt arrives lets it pass without stopping.
 *
 * <p><b>Threads:</b> safe for use by any number of threads.
 */
public final class Checkpoint implements AutoCloseable {
  private final String name;
  private final Duration maxWait;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  Checkpoint(String name, Duration maxWait) {
    this.name = name;
    this.maxWait = maxWait;
  }

  /**
   * Waits until an attempt is stopped here.
   *
   * @throws IllegalStateException if none comes in time
   */
  public Checkpoint awaitReached() {
    if (!await(reached)) {
      throw new IllegalStateException(
          "no attempt reached %s within %s; did it end before, or is its key another?"
              .formatted(name, maxWait));
    }
    return this;
  }

  /** Whether an attempt is or was stopped here. */
  public boolean isReached() {
    return reached.getCount() == 0;
  }

  /** Lets the attempt go on. Doing so twice changes nothing. */
  public void release() {
    released.countDown();
  }

  /** As {@link #release}, so that a failing test leaves nobody stopped. */
  @Override
  public void close() {
    release();
  }

  /** Stops the calling attempt here. */
  void pass() {
    reached.countDown();
    if (!await(released)) {
      throw new IllegalStateException(
          "an attempt was held at %s for %s and nobody released it".formatted(name, maxWait));
    }
  }

  private boolean await(CountDownLatch latch) {
    try {
      return latch.await(maxWait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted at " + name, e);
    }
  }

  @Override
  public String toString() {
    return "Checkpoint[" + name + (isReached() ? ", reached]" : "]");
  }
}
