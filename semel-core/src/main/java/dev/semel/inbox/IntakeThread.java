package dev.semel.inbox;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The thread of a consumer: connects and consumes, and connects again after a pause, until it is
 * stopped or interrupted.
 *
 * <p><b>Threads.</b> {@link #stop} may be called by any.
 */
public final class IntakeThread {
  private static final Duration RECONNECT_AFTER = Duration.ofMillis(500);

  /** Connects, consumes until the connection is lost or the thread is stopping, disconnects. */
  @FunctionalInterface
  public interface Session {
    void run() throws InterruptedException;
  }

  private final Session session;
  private final Thread thread;
  private final CountDownLatch stopping = new CountDownLatch(1);

  public IntakeThread(String name, Session session) {
    this.session = session;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    while (!isStopping()) {
      try {
        session.run();
      } catch (InterruptedException e) {
        return;
      }
      pause(RECONNECT_AFTER);
    }
  }

  public boolean isStopping() {
    return stopping.getCount() == 0;
  }

  /** Waits, but not once it is to stop. */
  public void pause(Duration wait) {
    try {
      stopping.await(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      stopping.countDown();
    }
  }

  /**
   * Waits until the session under way has ended, and begins no other.
   *
   * @param wake tells the session that it is to stop, if it waits for something else
   * @return whether it ended in time; if not, it was interrupted
   */
  public boolean stop(Duration limit, Runnable wake) {
    stopping.countDown();
    wake.run();
    try {
      thread.join(limit.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      thread.interrupt();
      return false;
    }
    return true;
  }
}
