package dev.semel.debezium;

import dev.semel.relay.spi.Cursor;

/**
 * What a relay has passed: first in the outbox, and once that is done in the log.
 *
 * @param stream which one it belongs to; positions of others mean nothing
 * @param table what was passed in the outbox
 * @param index how many events of the log were passed; 0 while the outbox is read
 * @param xid the transaction of the last of them
 * @param seq the last of them
 */
record StreamCursor(long stream, Cursor table, long index, long xid, long seq) implements Cursor {
  static StreamCursor inTable(long stream, Cursor table) {
    return new StreamCursor(stream, table, 0, 0, 0);
  }

  boolean isInLog() {
    return index > 0;
  }
}
