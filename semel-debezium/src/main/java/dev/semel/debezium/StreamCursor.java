package dev.semel.debezium;

import dev.semel.relay.spi.Cursor;

/**
 * What a relay has passed: first in the outbox, and once that is done in the log.
 *
 * @param stream which one it belongs to; positions of others mean nothing
 * @param table what was passed in the outbox
 * @param index how many events were passed by this stream, of the outbox and of the log
 * @param xid the transaction of the last of them; 0 while the outbox is read
 * @param seq the last of them; 0 while the outbox is read
 */
record StreamCursor(long stream, Cursor table, long index, long xid, long seq) implements Cursor {
  static StreamCursor inTable(long stream, Cursor table, long index) {
    return new StreamCursor(stream, table, index, 0, 0);
  }

  boolean isInLog() {
    return xid > 0;
  }
}
