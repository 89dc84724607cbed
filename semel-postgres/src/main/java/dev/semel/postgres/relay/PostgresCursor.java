package dev.semel.postgres.relay;

import dev.semel.relay.spi.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * What a shard has passed: everything committed in one snapshot, and on the way to the next one
 * everything up to a seq.
 *
 * <p><b>Why snapshots.</b> Neither seq nor transaction id is the order of commits: a transaction
 * that got its number early may commit late. Two snapshots have exactly the transactions between
 * them that ended between them, so nothing that was open is skipped, and nothing open holds back
 * what has ended. Among those, an aggregate's rows are in the order of seq: a row is written by a
 * transaction that has seen the one before it committed, so it got its seq later. By transaction id
 * they are not: a transaction that wrote something else first, and then waited for the aggregate's
 * row, has the lower id and the later event.
 *
 * @param seen everything committed in its snapshot has been passed
 * @param until the moment that is being worked towards; null between two of them
 * @param passedSeq how far on the way to it; 0 if there is none
 */
record PostgresCursor(PostgresMark seen, @Nullable PostgresMark until, long passedSeq)
    implements Cursor {
  static PostgresCursor at(PostgresMark seen) {
    return new PostgresCursor(seen, null, 0);
  }

  /** Further on the way. */
  PostgresCursor passed(PostgresMark towards, long seq) {
    return new PostgresCursor(seen, towards, seq);
  }

  /** For people. */
  String describe() {
    return until == null
        ? "snapshot " + seen.snapshot().text()
        : "snapshot %s, up to %d towards %s"
            .formatted(seen.snapshot().text(), passedSeq, until.snapshot().text());
  }
}
