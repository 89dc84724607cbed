package dev.semel.torture.nemesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One thread for each thing that can be broken: what happens to one of them happens one after the
 * other, and to different ones at once.
 */
final class Lanes implements AutoCloseable {
  private static final long END_MINUTES = 5;
  private static final long CLOSE_SECONDS = 30;

  private final Map<String, ExecutorService> lanes = new ConcurrentHashMap<>();
  private final List<Throwable> failures = new ArrayList<>();

  /** Whoever waits for the end, and each piece of work. */
  private final Phaser underWay = new Phaser(1);

  Future<?> run(String lane, Runnable work) {
    underWay.register();
    return lanes
        .computeIfAbsent(lane, name -> Executors.newSingleThreadExecutor(Lanes::daemon))
        .submit(() -> noting(work));
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "nemesis-lane");
    thread.setDaemon(true);
    return thread;
  }

  private void noting(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      synchronized (failures) {
        failures.add(e);
      }
    } finally {
      underWay.arriveAndDeregister();
    }
  }

  /**
   * Waits until all has ended, also what was begun in turn.
   *
   * @param hurry has what did not begin come to nothing; done when all takes too long
   */
  void awaitEnd(Runnable hurry) throws InterruptedException {
    int phase = underWay.arrive();
    if (!isOver(phase)) {
      hurry.run();
      if (!isOver(phase)) {
        throw new IllegalStateException("a fault does not come to its end");
      }
    }
    lanes.values().forEach(ExecutorService::shutdown);
    synchronized (failures) {
      if (!failures.isEmpty()) {
        throw new IllegalStateException("a fault could not be healed", failures.get(0));
      }
    }
  }

  /** Interrupts what is under way, and waits for it; does nothing once all has ended. */
  @Override
  public void close() {
    lanes.values().forEach(ExecutorService::shutdownNow);
    try {
      for (ExecutorService lane : lanes.values()) {
        lane.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isOver(int phase) throws InterruptedException {
    try {
      underWay.awaitAdvanceInterruptibly(phase, END_MINUTES, TimeUnit.MINUTES);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }
}
