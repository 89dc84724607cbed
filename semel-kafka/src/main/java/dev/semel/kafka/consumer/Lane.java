package dev.semel.kafka.consumer;

import dev.semel.kafka.consumer.Entry.OrderKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The records of some keys, applied by one thread in their order. A record that has to be tried
 * again holds back its own key: what is behind it in the key waits in the same queue, and other
 * keys go on. Guarded by the lock of the hand.
 */
final class Lane {
  /** A key whose first record waits for its next attempt, and what is behind it. */
  private static final class HeldKey implements Comparable<HeldKey> {
    private final OrderKey key;
    private final Deque<Entry> queue = new ArrayDeque<>();
    private long dueNanos;
    private boolean alone;

    HeldKey(OrderKey key) {
      this.key = key;
    }

    @Override
    public int compareTo(HeldKey other) {
      return Long.signum(dueNanos - other.dueNanos);
    }
  }

  private final Deque<Entry> ready = new ArrayDeque<>();
  private final Map<OrderKey, HeldKey> held = new HashMap<>();
  private final PriorityQueue<HeldKey> waiting = new PriorityQueue<>();
  private boolean lastWasRetry;

  void add(Entry entry) {
    HeldKey behind = held.get(entry.orderKey());
    (behind == null ? ready : behind.queue).addLast(entry);
  }

  boolean hasReady() {
    return !ready.isEmpty();
  }

  /** Whether something is ready or due. */
  boolean hasSomethingToTry(long nanoTime) {
    return hasReady() || nanosToDue(nanoTime) == 0;
  }

  /** How long until a held key is due; the largest number if none is. */
  long nanosToDue(long nanoTime) {
    HeldKey first = waiting.peek();
    return first == null ? Long.MAX_VALUE : Math.max(0, first.dueNanos - nanoTime);
  }

  /**
   * The next records to try together. Those that failed by themselves are tried by themselves, in
   * turn with the others.
   */
  List<Entry> take(long nanoTime, int maxBatch, boolean withRetries) {
    boolean readyFirst = lastWasRetry && hasReady();
    lastWasRetry = false;
    while (withRetries && !readyFirst && nanosToDue(nanoTime) == 0) {
      HeldKey due = waiting.remove();
      if (due.alone) {
        lastWasRetry = true;
        return List.of(due.queue.getFirst());
      }
      release(due);
    }
    List<Entry> batch = new ArrayList<>();
    while (batch.size() < maxBatch && hasReady()) {
      batch.add(ready.removeFirst());
    }
    return batch;
  }

  /** Puts a key back in front, in its order. */
  private void release(HeldKey key) {
    held.remove(key.key);
    key.queue.descendingIterator().forEachRemaining(ready::addFirst);
  }

  /** Takes in what became of records that were taken together, in their order. */
  void settle(List<Entry> batch, List<Verdict> verdicts, long nanoTime) {
    Set<OrderKey> newlyHeld = new HashSet<>();
    for (int i = 0; i < batch.size(); i++) {
      Entry entry = batch.get(i);
      if (verdicts.get(i) instanceof Verdict.Again again) {
        hold(entry, again, nanoTime);
        newlyHeld.add(entry.orderKey());
      } else {
        letPass(entry);
      }
    }
    if (!newlyHeld.isEmpty()) {
      gatherBehind(newlyHeld);
    }
  }

  private void hold(Entry entry, Verdict.Again again, long nanoTime) {
    if (entry.partition().isClosed()) {
      return;
    }
    HeldKey key = held.computeIfAbsent(entry.orderKey(), HeldKey::new);
    if (key.queue.peekFirst() != entry) {
      key.queue.addLast(entry);
    }
    if (key.queue.peekFirst() == entry) {
      key.dueNanos = nanoTime + again.after().toNanos();
      key.alone = again.alone();
      waiting.add(key);
    }
  }

  private void letPass(Entry entry) {
    HeldKey key = held.get(entry.orderKey());
    if (key != null && key.queue.peekFirst() == entry) {
      key.queue.removeFirst();
      release(key);
    }
  }

  /** What came in while its key was at work must not overtake it. */
  private void gatherBehind(Set<OrderKey> keys) {
    for (Iterator<Entry> it = ready.iterator(); it.hasNext(); ) {
      Entry entry = it.next();
      HeldKey key = keys.contains(entry.orderKey()) ? held.get(entry.orderKey()) : null;
      if (key != null) {
        it.remove();
        key.queue.addLast(entry);
      }
    }
  }

  /** Forgets what is not at work of a partition. */
  void drop(PartitionHand partition) {
    ready.removeIf(entry -> entry.partition() == partition);
    held.keySet().removeIf(key -> key.partition() == partition);
    waiting.removeIf(key -> key.key.partition() == partition);
  }
}
