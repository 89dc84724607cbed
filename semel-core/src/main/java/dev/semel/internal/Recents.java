package dev.semel.internal;

import dev.semel.IntentId;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Remembers intents that this node has lately seen settled. A retry of one of them is likely a
 * replay, and is looked up in one round trip before a transaction is opened for it. Only a hint:
 * forgetting one costs a round trip, and nothing is ever answered from here.
 */
public final class Recents {
  private static final int SLOTS = 1 << 13;

  private final AtomicReferenceArray<IntentId> slots = new AtomicReferenceArray<>(SLOTS);

  void settled(IntentId intent) {
    slots.set(slot(intent), intent);
  }

  boolean contains(IntentId intent) {
    return intent.equals(slots.get(slot(intent)));
  }

  private static int slot(IntentId intent) {
    int hash = intent.hashCode();
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  }
}
