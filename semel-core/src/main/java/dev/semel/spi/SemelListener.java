package dev.semel.spi;

/**
 * Hears of every state change, on the thread that made it, after it is committed. Must be quick,
 * must not throw, and must be safe for several threads; what it throws is logged and changes
 * nothing.
 */
@FunctionalInterface
public interface SemelListener {
  void onChange(StateChange change);

  /** A batch of expired records was removed. */
  default void onPurged(int records) {}

  /**
   * Events were written: committed, or in a transaction that its caller is about to commit. Whoever
   * relays them may look.
   */
  default void onPublished(int events) {}
}
