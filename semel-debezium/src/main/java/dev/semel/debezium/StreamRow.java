package dev.semel.debezium;

import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.relay.spi.Mark;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a relay that reads the log.
 *
 * @param beginsAfter as {@link OutboxPositions#text} writes it; null unless streaming
 * @param passedXid 0 if nothing was passed
 * @param passedSeq 0 if nothing was passed
 * @param slotIsAhead whether the slot has been moved on by others
 * @param isOfAnother whether it belongs to a relay of this name that was forgotten. What the slot
 *     has passed was published by that one; the present relay may not have come so far
 */
record StreamRow(
    String slot,
    State state,
    @Nullable String beginsAfter,
    long passedXid,
    long passedSeq,
    boolean slotIsAhead,
    boolean isOfAnother) {
  /** How far the slot is. */
  enum State {
    NEW,
    CREATING,
    STREAMING
  }

  /** What had been committed when the slot was there. */
  @Nullable Mark beginning() {
    return beginsAfter == null ? null : OutboxPositions.mark(beginsAfter);
  }
}
