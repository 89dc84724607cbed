package dev.semel.debezium;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What was read in the log and not taken up yet; whoever reads waits when it is full. Safe for use
 * by several threads.
 */
final class Inlet {
  private final Deque<LogItem> items = new ArrayDeque<>();
  private final int capacity;
  private int generation;
  private boolean closed;

  Inlet(int capacity) {
    this.capacity = capacity;
  }

  /**
   * Adds an item if there is room, or within the time.
   *
   * @return false if there was none
   * @throws InterruptedException also if it was closed
   */
  synchronized boolean offer(LogItem item, long millis) throws InterruptedException {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (items.size() >= capacity && !closed) {
      long left = untilNanos - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    if (closed) {
      throw new InterruptedException("the relay does not read any more");
    }
    items.add(item);
    return true;
  }

  /** The next one, or null if there is none, or none of the generation that is asked for. */
  synchronized @Nullable LogItem peek(int ofGeneration) {
    return ofGeneration == generation ? items.peek() : null;
  }

  synchronized void remove() {
    items.remove();
    notifyAll();
  }

  /** What comes from here on has nothing to do with what came before. */
  synchronized int nextGeneration() {
    items.clear();
    generation++;
    notifyAll();
    return generation;
  }

  /** Nobody takes anything up any more. */
  synchronized void close() {
    closed = true;
    items.clear();
    notifyAll();
  }
}
