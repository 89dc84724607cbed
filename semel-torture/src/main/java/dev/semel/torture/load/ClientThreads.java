package dev.semel.torture.load;

import dev.semel.torture.check.Snapshot.Leftovers;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of clients. One that breaks off, or does not end in its time, is remembered: it asks
 * for nothing any more, and what nobody asks for nobody can find missing. Safe for several threads.
 */
final class ClientThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientThreads.class);
  private static final Duration MAX_CLOSE = Duration.ofSeconds(10);

  private final List<Thread> all = new CopyOnWriteArrayList<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean excused;

  Thread start(String name, Runnable work) {
    Thread thread = new Thread(() -> watched(name, work), name);
    thread.setDaemon(true);
    all.add(thread);
    thread.start();
    return thread;
  }

  private void watched(String name, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      if (!excused) {
        LOG.error("{} broke off", name, e);
        failures.add("%s broke off: %s".formatted(name, e));
      }
    }
  }

  /** Waits until they have ended. Those that are late are remembered, and interrupted. */
  void join(List<Thread> threads, Duration limit) throws InterruptedException {
    long endNanos = System.nanoTime() + limit.toNanos();
    for (Thread thread : threads) {
      TimeUnit.NANOSECONDS.timedJoin(thread, endNanos - System.nanoTime());
      if (thread.isAlive()) {
        failures.add(
            "%s did not end within %d seconds".formatted(thread.getName(), limit.toSeconds()));
        thread.interrupt();
      }
    }
  }

  /** Remembers something else that clients did not do. */
  void fail(String words) {
    failures.add(words);
  }

  Leftovers leftovers() {
    return new Leftovers(all.size(), List.copyOf(failures));
  }

  /** From now on they may end as they like. */
  void excuse() {
    excused = true;
  }

  /** Interrupts those that run, and waits for them. */
  @Override
  public void close() {
    excuse();
    all.forEach(Thread::interrupt);
    long endNanos = System.nanoTime() + MAX_CLOSE.toNanos();
    try {
      for (Thread thread : all) {
        TimeUnit.NANOSECONDS.timedJoin(thread, endNanos - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
