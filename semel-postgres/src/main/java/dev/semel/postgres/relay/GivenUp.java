package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.SQLException;

/** Passes what waits without publishing it, and forgets relays. */
final class GivenUp {
  private final RelayParts parts;

  /**
   * A new fence keeps out whoever publishes now. Rows are locked in the order of shards, as their
   * owners do.
   */
  private final NamedSql moveOn;

  /** By relay_held_aggregate. */
  private final NamedSql forgetHeld;

  private final NamedSql deleteHeld;
  private final NamedSql deleteNodes;
  private final NamedSql deleteShards;

  GivenUp(RelayParts parts) {
    this.parts = parts;
    moveOn =
        parts.sql(
            """
            UPDATE ${schema}.relay_shard AS s
            SET owner = NULL, lease_until = NULL, fence = s.fence + 1, decisions = s.decisions + 1,
                saved_at = coalesce(:now::timestamptz, statement_timestamp()),
                seen_snapshot = :seen::pg_snapshot, seen_xid = :seenXid::text::xid8, seen_seq = :seenSeq,
                until_snapshot = NULL, until_xid = NULL, until_seq = NULL, passed_seq = NULL
            FROM (
              SELECT f.shard FROM ${schema}.relay_shard AS f
              WHERE f.relay = :relay
              ORDER BY f.shard
              FOR NO KEY UPDATE OF f
            ) AS locked
            WHERE s.relay = :relay AND s.shard = locked.shard
            """);
    forgetHeld =
        parts.sql(
            """
            DELETE FROM ${schema}.relay_held AS h
            WHERE h.relay = :relay AND h.state <> 'DEAD'
              AND NOT EXISTS (
                SELECT FROM ${schema}.relay_held AS d
                WHERE d.relay = h.relay AND d.tenant = h.tenant AND d.aggregatetype = h.aggregatetype
                  AND d.aggregateid = h.aggregateid AND d.state = 'DEAD')
            """);
    deleteHeld = parts.sql("DELETE FROM ${schema}.relay_held WHERE relay = :relay");
    deleteNodes = parts.sql("DELETE FROM ${schema}.relay_node WHERE relay = :relay");
    deleteShards = parts.sql("DELETE FROM ${schema}.relay_shard WHERE relay = :relay");
  }

  /** Looked up and saved on one connection, as all positions are. */
  long skipBacklog(String relay) {
    return parts.autocommitted(
        "look at the outbox of relay " + relay,
        connection -> {
          RelayParts pinned = parts.pinnedTo(connection);
          return skipBacklog(relay, pinned, new OutboxReader(pinned).mark(null));
        });
  }

  private long skipBacklog(String relay, RelayParts pinned, PostgresMark now) {
    return pinned.transacted(
        "skip the backlog of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = parts.bindNow(moveOn.prepare(connection))) {
            bound
                .setString("relay", relay)
                .setString("seen", now.snapshot().text())
                .setString("seenXid", Long.toString(now.xid()))
                .setLong("seenSeq", now.seq());
            bound.statement().executeUpdate();
          }
          return (long) run(connection, forgetHeld, relay);
        });
  }

  boolean forget(String relay) {
    return parts.transacted(
        "forget relay " + relay,
        connection -> {
          int shards = run(connection, deleteShards, relay);
          run(connection, deleteHeld, relay);
          run(connection, deleteNodes, relay);
          return shards > 0;
        });
  }

  private static int run(Connection connection, NamedSql sql, String relay) throws SQLException {
    try (NamedSql.Bound bound = sql.prepare(connection).setString("relay", relay)) {
      return bound.statement().executeUpdate();
    }
  }
}
