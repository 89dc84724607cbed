package dev.semel.postgres.relay;

import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.Mark;
import java.util.Map;

/**
 * Positions in the outbox, for relays that follow it by other means than queries: through the
 * server's log. Safe for use by several threads.
 */
public final class OutboxPositions {
  private OutboxPositions() {}

  /** A moment as text, which {@link #mark} reads. */
  public static String text(Mark moment) {
    PostgresMark mark = (PostgresMark) moment;
    return "%s %d %d".formatted(mark.snapshot().text(), mark.xid(), mark.seq());
  }

  /**
   * A moment from its text.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Mark mark(String text) {
    String[] parts = text.split(" ", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("no position in an outbox: " + text);
    }
    return new PostgresMark(
        new Snapshot(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  /** Everything that was committed by then has been passed, and nothing else. */
  public static Cursor at(Mark moment) {
    return PostgresCursor.at((PostgresMark) moment);
  }

  /** The moment up to which a shard has passed everything. */
  public static Mark seen(Cursor cursor) {
    return ((PostgresCursor) cursor).seen();
  }

  /** Whether everything that was committed by then has been passed. */
  public static boolean hasPassed(Cursor cursor, Mark moment) {
    PostgresCursor passed = (PostgresCursor) cursor;
    return passed.until() == null
        && passed.seen().snapshot().includes(((PostgresMark) moment).snapshot());
  }

  /** Whether a transaction had been committed by then, if it was committed at all. */
  public static boolean contains(Mark moment, long xid) {
    return ((PostgresMark) moment).snapshot().contains(xid);
  }

  /** An event's headers from their JSON. */
  public static Map<String, String> headers(String json) {
    return FlatJson.read(json);
  }
}
