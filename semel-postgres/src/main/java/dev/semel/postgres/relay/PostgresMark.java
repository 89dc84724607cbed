package dev.semel.postgres.relay;

import dev.semel.relay.spi.Mark;

/**
 * A moment.
 *
 * @param snapshot what had been committed
 * @param lowSeq whatever began after the snapshot has a greater seq: it is the last one that was
 *     handed out at an earlier moment, and a row gets its transaction id before its seq
 * @param lastSeq what was committed in the snapshot has no greater seq
 */
record PostgresMark(Snapshot snapshot, long lowSeq, long lastSeq) implements Mark {}
