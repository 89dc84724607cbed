package dev.semel.postgres.relay;

import dev.semel.relay.spi.Mark;

/**
 * A moment.
 *
 * @param snapshot what had been committed
 * @param xid of a transaction that began right after it: whatever is not in the snapshot and has a
 *     greater one began later
 * @param seq the last one that was handed out between the two. A row gets its transaction id before
 *     its seq, so whatever has a greater transaction id has a greater seq, and whatever was
 *     committed in the snapshot has none that is greater
 */
record PostgresMark(Snapshot snapshot, long xid, long seq) implements Mark {
  /** Before everything. */
  static final PostgresMark BEGINNING = new PostgresMark(new Snapshot("1:1:"), 1, 0);
}
