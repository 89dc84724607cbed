package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.ShardWrite;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cursors of several shards, column by column. */
final class CursorArrays {
  private final Integer[] shards;
  private final Long[] fences;
  private final @Nullable String[] seen;
  private final @Nullable String[] seenXid;
  private final @Nullable Long[] seenSeq;
  private final @Nullable String[] until;
  private final @Nullable String[] untilXid;
  private final @Nullable Long[] untilSeq;
  private final @Nullable Long[] passedSeq;

  CursorArrays(List<ShardWrite> writes) {
    int size = writes.size();
    shards = new Integer[size];
    fences = new Long[size];
    seen = new String[size];
    seenXid = new String[size];
    seenSeq = new Long[size];
    until = new String[size];
    untilXid = new String[size];
    untilSeq = new Long[size];
    passedSeq = new Long[size];
    for (int i = 0; i < size; i++) {
      shards[i] = writes.get(i).lease().shard();
      fences[i] = writes.get(i).lease().fence();
      put(i, writes.get(i).cursor());
    }
  }

  private void put(int i, @Nullable Cursor cursor) {
    if (cursor instanceof PostgresCursor position) {
      seen[i] = position.seen().snapshot().text();
      seenXid[i] = Long.toString(position.seen().xid());
      seenSeq[i] = position.seen().seq();
      put(i, position, position.until());
    }
  }

  private void put(int i, PostgresCursor position, @Nullable PostgresMark towards) {
    if (towards != null) {
      until[i] = towards.snapshot().text();
      untilXid[i] = Long.toString(towards.xid());
      untilSeq[i] = towards.seq();
      passedSeq[i] = position.passedSeq();
    }
  }

  void bind(Connection connection, NamedSql.Bound bound) throws SQLException {
    bound
        .set("shards", connection.createArrayOf("int4", shards))
        .set("fences", connection.createArrayOf("int8", fences))
        .set("seen", connection.createArrayOf("text", seen))
        .set("seenXid", connection.createArrayOf("text", seenXid))
        .set("seenSeq", connection.createArrayOf("int8", seenSeq))
        .set("until", connection.createArrayOf("text", until))
        .set("untilXid", connection.createArrayOf("text", untilXid))
        .set("untilSeq", connection.createArrayOf("int8", untilSeq))
        .set("passedSeq", connection.createArrayOf("int8", passedSeq));
  }
}
