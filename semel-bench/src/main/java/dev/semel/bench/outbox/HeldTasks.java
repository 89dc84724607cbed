package dev.semel.bench.outbox;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads that can be told to wait: tasks then queue up. Safe for use by several threads. */
final class HeldTasks implements Executor, AutoCloseable {
  private final ExecutorService threads = Executors.newFixedThreadPool(Contender.THREADS);
  private final Queue<Runnable> held = new ArrayDeque<>();
  private boolean isOpen;

  @Override
  public synchronized void execute(Runnable task) {
    if (isOpen) {
      threads.execute(task);
    } else {
      held.add(task);
    }
  }

  synchronized void open() {
    isOpen = true;
    held.forEach(threads::execute);
    held.clear();
  }

  synchronized void shut() {
    isOpen = false;
  }

  /** Drops what waits. */
  synchronized void reset() {
    held.clear();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
