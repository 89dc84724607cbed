package dev.semel.relay.internal;

import dev.semel.relay.Aggregate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The events of one aggregate in memory, in order, of which only the first are on their way. */
final class Lane {
  private final Aggregate aggregate;
  private final ShardRun shard;
  private final Deque<Item> waiting = new ArrayDeque<>();
  private List<Item> inFlight = new ArrayList<>();
  private int open;

  /** An event, and the page it came with. */
  record Item(Task task, PageRun page) {
    Item again() {
      return new Item(task.again(), page);
    }
  }

  Lane(Aggregate aggregate, ShardRun shard) {
    this.aggregate = aggregate;
    this.shard = shard;
  }

  Aggregate aggregate() {
    return aggregate;
  }

  ShardRun shard() {
    return shard;
  }

  /** Adds an event behind all others; true if the lane was idle and is ready now. */
  boolean add(Item item) {
    waiting.add(item);
    return inFlight.isEmpty() && waiting.size() == 1;
  }

  /** Puts events back in front of all others, in order. */
  void putBack(List<Item> items) {
    for (int i = items.size() - 1; i >= 0; i--) {
      waiting.addFirst(items.get(i).again());
    }
  }

  /** Sends up to that many on their way. */
  List<Item> take(int max) {
    while (!waiting.isEmpty() && inFlight.size() < max) {
      inFlight.add(waiting.removeFirst());
    }
    open = inFlight.size();
    return inFlight;
  }

  /** Notes that one on its way is settled; true if all of them are. */
  boolean settledOne() {
    open--;
    return open == 0;
  }

  /** Those that were on their way, in order; none is any more. */
  List<Item> landed() {
    List<Item> landed = inFlight;
    inFlight = new ArrayList<>();
    return landed;
  }

  /** Those that wait; none does any more. */
  List<Item> removeWaiting() {
    List<Item> removed = new ArrayList<>(waiting);
    waiting.clear();
    return removed;
  }

  boolean isInFlight() {
    return !inFlight.isEmpty();
  }

  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /** Nobody wants what is on its way. */
  void drop() {
    inFlight.forEach(item -> item.task().drop());
    waiting.clear();
  }
}
