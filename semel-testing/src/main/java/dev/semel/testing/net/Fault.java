package dev.semel.testing.net;

import java.time.Duration;

/**
 * A fault that was set on a {@link FaultProxy}, to wait for and to count.
 *
 * <p><b>Guarantee:</b> whoever has felt it finds it counted, and whoever has waited for it finds
 * its damage done: the connection is cut. For a lost reply the server has finished the work before.
 *
 * <p><b>Threads:</b> safe for use by any number of threads.
 */
public final class Fault {

  /** How long {@link #awaitFired()} waits before it gives up. */
  public static final int AWAIT_LIMIT_SECONDS = 60;

  private final String description;
  private int remaining;
  private int fired;
  private int done;

  Fault(String description, int times) {
    this.description = description;
    this.remaining = times;
  }

  /** Returns how often it has fired. */
  public synchronized int firedCount() {
    return fired;
  }

  /**
   * Waits until it has fired once.
   *
   * @throws AssertionError if it has not after {@value #AWAIT_LIMIT_SECONDS} seconds
   */
  public void awaitFired() {
    awaitFired(1);
  }

  /**
   * Waits until it has fired so many times.
   *
   * @throws AssertionError if it has not after {@value #AWAIT_LIMIT_SECONDS} seconds
   */
  public synchronized void awaitFired(int times) {
    long deadlineNanos = System.nanoTime() + Duration.ofSeconds(AWAIT_LIMIT_SECONDS).toNanos();
    try {
      while (done < times) {
        wait(millisUntil(deadlineNanos, times));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for " + this, e);
    }
  }

  @Override
  public synchronized String toString() {
    return "fault '" + description + "' fired " + fired + " times";
  }

  /** Reserves one firing; returns false if it has none left. */
  synchronized boolean claim() {
    if (remaining == 0) {
      return false;
    }
    remaining--;
    return true;
  }

  /** Gives a reserved firing back, because its moment never came. */
  synchronized void unclaim() {
    remaining++;
  }

  /** Does the damage of a reserved firing, which is counted first and told of afterwards. */
  void fire(Runnable damage) {
    synchronized (this) {
      fired++;
    }
    damage.run();
    synchronized (this) {
      done++;
      notifyAll();
    }
  }

  private long millisUntil(long deadlineNanos, int times) {
    long left = Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
    if (left <= 0) {
      throw new AssertionError(this + ", not " + times + " times: does the client use the proxy?");
    }
    return left;
  }
}
