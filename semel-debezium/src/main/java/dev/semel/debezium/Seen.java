package dev.semel.debezium;

import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.relay.spi.Mark;
import java.util.HashMap;
import java.util.Map;

/**
 * Which events of the log were taken up before. After a reconnection the log is read again from the
 * last transaction that the slot has passed; what comes again is known by its transaction. For one
 * thread.
 */
final class Seen {
  private Mark mark;

  /** By transaction since the mark, its last event; events of a transaction come in order. */
  private final Map<Long, Long> lastSeqByXid = new HashMap<>();

  Seen(Mark mark) {
    this.mark = mark;
  }

  /** The last mark: everything committed by then has been seen. */
  Mark mark() {
    return mark;
  }

  boolean isNew(long xid, long seq) {
    Long last = lastSeqByXid.get(xid);
    return last == null ? !OutboxPositions.contains(mark, xid) : seq > last;
  }

  void note(long xid, long seq) {
    lastSeqByXid.put(xid, seq);
  }

  /** Everything committed by then has been seen; false if that was known. */
  boolean note(Mark later) {
    if (OutboxPositions.hasPassed(OutboxPositions.at(mark), later)) {
      return false;
    }
    mark = later;
    lastSeqByXid.keySet().removeIf(xid -> OutboxPositions.contains(later, xid));
    return true;
  }
}
