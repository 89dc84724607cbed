package dev.semel.postgres.relay;

import dev.semel.relay.spi.Mark;

/**
 * A moment.
 *
 * @param snapshot what had been committed
 * @param xid the next transaction id right after it: whatever has this one or a greater one began
 *     later
 * @param seq the last one that was assigned between the two. A row gets its transaction id before
 *     its seq, so whatever has that transaction id or a greater one has a greater seq, and whatever
 *     was committed in the snapshot has none that is greater
 */
record PostgresMark(Snapshot snapshot, long xid, long seq) implements Mark {
  /** Before everything. */
  static final PostgresMark BEGINNING = new PostgresMark(new Snapshot("1:1:"), 1, 0);
}
