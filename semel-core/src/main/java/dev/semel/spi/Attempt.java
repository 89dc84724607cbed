package dev.semel.spi;

import dev.semel.IntentId;

/**
 * One transaction in which one intent is tried. Claim, let the user work on {@link #transaction},
 * then settle or undo; at the end close. For one thread.
 *
 * @param <T> the transaction handle
 */
public interface Attempt<T> extends AutoCloseable {
  /** What the user works on. It refuses everything that would end the transaction. */
  T transaction();

  /**
   * Asks to run the intent, in one round trip and without ever waiting for another transaction.
   *
   * @throws RuntimeException as {@link Store#classify} understands it
   */
  Claim claim(IntentId intent);

  /**
   * Writes audit, events and the record, and commits unless the transaction is the caller's. If a
   * record of the intent exists by then, the whole transaction fails with a failure classified as
   * {@link Verdict#OWN_KEY} and nothing is committed.
   *
   * @return how many of the events were there already, by their key
   */
  int settle(Settlement settlement);

  /**
   * Undoes what the effect did: rolls an own transaction back, or a caller's back to where it was
   * when the intent was claimed. Settling a refusal may follow.
   */
  void undo();

  /** Gives everything back; whatever was not settled is rolled back. Never throws. */
  @Override
  void close();
}
