package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.spi.Membership;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.ShardLease;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Who publishes which shard, until when, by the database's clock. */
final class ShardLeases {
  private final RelayParts parts;
  private final ClusterChange cluster;

  /**
   * Fences begin with the number of this transaction. Every takeover is a transaction too, so that
   * the fences of a relay of the same name that was forgotten are all lower.
   */
  private final NamedSql create;

  private final NamedSql count;

  /**
   * Signs, forgets nodes that are dead for long, and extends leases: one transaction id and one
   * write to disk. Rows of shards are locked in their order, because the node saves positions at
   * the same time.
   */
  private final NamedSql renew;

  private final NamedSql nodes;

  /** Materialised: looked for anew for every row, there would be more free ones than the limit. */
  private final NamedSql acquire;

  private final NamedSql positions;
  private final NamedSql release;
  private final NamedSql leave;

  /** A new fence keeps out the node that had it. Rows are locked in the order of shards. */
  private final NamedSql free;

  ShardLeases(RelayParts parts, ClusterChange cluster) {
    this.parts = parts;
    this.cluster = cluster;
    create =
        parts.sql(
            """
            INSERT INTO ${schema}.relay_shard (
              relay, shard, fence, decisions, seen_snapshot, seen_xid, seen_seq, system_identifier, outbox_oid)
            SELECT :relay, n, pg_current_xact_id()::text::bigint, 0, :seen::pg_snapshot, :seenXid::text::xid8, :seenSeq,
                   :systemIdentifier::bigint, '${schema}.outbox'::regclass::oid
            FROM generate_series(0, :shards - 1) AS n
            WHERE NOT EXISTS (SELECT FROM ${schema}.relay_shard AS s WHERE s.relay = :relay)
            ON CONFLICT (relay, shard) DO NOTHING
            """);
    count = parts.sql("SELECT count(*) FROM ${schema}.relay_shard WHERE relay = :relay");
    renew =
        parts.sql(
            """
            WITH t AS (SELECT coalesce(:now::timestamptz, statement_timestamp()) AS now),
            signed AS (
              INSERT INTO ${schema}.relay_node (relay, node, seen_at)
              SELECT :relay, :node, t.now FROM t
              ON CONFLICT (relay, node) DO UPDATE SET seen_at = excluded.seen_at),
            forgotten AS (
              DELETE FROM ${schema}.relay_node AS n
              WHERE n.relay = :relay AND n.node IN (
                SELECT d.node FROM ${schema}.relay_node AS d, t
                WHERE d.relay = :relay AND d.node <> :node
                  AND d.seen_at < t.now - make_interval(secs => 10 * :leaseSeconds)
                FOR UPDATE OF d SKIP LOCKED))
            UPDATE ${schema}.relay_shard AS s
            SET lease_until = mine.now + make_interval(secs => :leaseSeconds)
            FROM (
              SELECT f.shard, t.now FROM ${schema}.relay_shard AS f
              JOIN unnest(:shards::integer[], :fences::bigint[]) AS held (shard, fence) ON held.shard = f.shard AND held.fence = f.fence
              CROSS JOIN t
              WHERE f.relay = :relay AND f.owner = :node
              ORDER BY f.shard
              FOR NO KEY UPDATE OF f
            ) AS mine
            WHERE s.relay = :relay AND s.shard = mine.shard
            RETURNING s.shard
            """);
    nodes =
        parts.sql(
            """
            SELECT node
            FROM ${schema}.relay_node
            WHERE relay = :relay
              AND seen_at > coalesce(:now::timestamptz, statement_timestamp()) - make_interval(secs => :leaseSeconds)
            ORDER BY node
            """);
    acquire =
        parts.sql(
            """
            WITH free AS MATERIALIZED (
              SELECT f.shard FROM ${schema}.relay_shard AS f
              WHERE f.relay = :relay
                AND (f.owner IS NULL OR f.lease_until <= coalesce(:now::timestamptz, statement_timestamp()))
              ORDER BY f.shard
              LIMIT :max
              FOR UPDATE SKIP LOCKED)
            UPDATE ${schema}.relay_shard AS s
            SET owner = :node, fence = s.fence + 1,
                lease_until = coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :leaseSeconds)
            FROM free
            WHERE s.relay = :relay AND s.shard = free.shard
            RETURNING s.shard, s.fence, s.seen_snapshot::text, s.seen_xid::text, s.seen_seq,
                      s.until_snapshot::text, s.until_xid::text, s.until_seq, s.passed_seq
            """);
    positions =
        parts.sql(
            """
            SELECT s.shard, s.fence, s.seen_snapshot::text, s.seen_xid::text, s.seen_seq,
                   s.until_snapshot::text, s.until_xid::text, s.until_seq, s.passed_seq
            FROM ${schema}.relay_shard AS s
            JOIN unnest(:shards::integer[], :fences::bigint[]) AS held (shard, fence) ON held.shard = s.shard AND held.fence = s.fence
            WHERE s.relay = :relay
            """);
    release =
        parts.sql(
            """
            UPDATE ${schema}.relay_shard AS s
            SET owner = NULL, lease_until = NULL
            FROM unnest(:shards::integer[], :fences::bigint[]) AS held (shard, fence)
            WHERE s.relay = :relay AND s.shard = held.shard AND s.fence = held.fence
            """);
    free =
        parts.sql(
            """
            WITH freed AS (
              UPDATE ${schema}.relay_shard AS s
              SET owner = NULL, lease_until = NULL, fence = s.fence + 1
              FROM (
                SELECT f.shard FROM ${schema}.relay_shard AS f
                WHERE f.relay = :relay AND f.owner = :node
                ORDER BY f.shard
                FOR NO KEY UPDATE OF f
              ) AS theirs
              WHERE s.relay = :relay AND s.shard = theirs.shard
              RETURNING s.shard)
            INSERT INTO ${schema}.relay_decision (decided_at, relay, shard, decision, reason, decided_by)
            SELECT coalesce(:now::timestamptz, statement_timestamp()), :relay, f.shard, 'FREED', :reason, :by
            FROM freed AS f
            """);
    leave = parts.sql("DELETE FROM ${schema}.relay_node WHERE relay = :relay AND node = :node");
  }

  int setUp(String relay, int shards, RelaySettings.Start start) {
    return parts.autocommitted(
        "set up relay " + relay,
        connection -> {
          PostgresMark seen =
              start == RelaySettings.Start.NOW
                  ? new OutboxReader(parts.pinnedTo(connection)).mark(null)
                  : PostgresMark.BEGINNING;
          try (NamedSql.Bound bound = create.prepare(connection)) {
            bound
                .setString("relay", relay)
                .setInt("shards", shards)
                .setString("seen", seen.snapshot().text())
                .setString("seenXid", Long.toString(seen.xid()))
                .setLong("seenSeq", seen.seq())
                .set("systemIdentifier", cluster.systemIdentifier(connection), Types.BIGINT);
            bound.statement().executeUpdate();
          }
          try (NamedSql.Bound bound = count.prepare(connection).setString("relay", relay);
              ResultSet row = bound.statement().executeQuery()) {
            row.next();
            return row.getInt(1);
          }
        });
  }

  Membership renew(String relay, String node, Duration lease, Collection<ShardLease> held) {
    return parts.autocommitted(
        "renew the leases of relay " + relay,
        connection -> {
          Set<Integer> renewed = renewed(connection, relay, node, lease, held);
          List<String> live = live(connection, relay, lease);
          // A node whose sign of life was too old for its own clock still counts itself.
          int rank = Math.max(0, live.indexOf(node));
          return new Membership(Math.max(1, live.size()), rank, renewed);
        });
  }

  private Set<Integer> renewed(
      Connection connection, String relay, String node, Duration lease, Collection<ShardLease> held)
      throws SQLException {
    Set<Integer> renewed = new HashSet<>();
    try (NamedSql.Bound bound = parts.bindNow(renew.prepare(connection))) {
      bindLeases(connection, bound, held);
      bound
          .setString("relay", relay)
          .setString("node", node)
          .set("leaseSeconds", RelayParts.seconds(lease));
      try (ResultSet rows = bound.statement().executeQuery()) {
        while (rows.next()) {
          renewed.add(rows.getInt(1));
        }
      }
    }
    return renewed;
  }

  private static void bindLeases(
      Connection connection, NamedSql.Bound bound, Collection<ShardLease> leases)
      throws SQLException {
    bound
        .set(
            "shards",
            RelayParts.integers(connection, leases.stream().map(ShardLease::shard).toList()))
        .set(
            "fences",
            RelayParts.longs(connection, leases.stream().map(ShardLease::fence).toList()));
  }

  private List<String> live(Connection connection, String relay, Duration lease)
      throws SQLException {
    List<String> live = new ArrayList<>();
    try (NamedSql.Bound bound = parts.bindNow(nodes.prepare(connection))) {
      bound.setString("relay", relay).set("leaseSeconds", RelayParts.seconds(lease));
      try (ResultSet rows = bound.statement().executeQuery()) {
        while (rows.next()) {
          live.add(rows.getString(1));
        }
      }
    }
    return live;
  }

  List<OwnedShard> acquire(String relay, String node, Duration lease, int max) {
    return parts.autocommitted(
        "acquire shards of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = parts.bindNow(acquire.prepare(connection))) {
            bound
                .setString("relay", relay)
                .setString("node", node)
                .set("leaseSeconds", RelayParts.seconds(lease))
                .setInt("max", max);
            return owned(bound);
          }
        });
  }

  List<OwnedShard> positions(String relay, Collection<ShardLease> leases) {
    if (leases.isEmpty()) {
      return List.of();
    }
    return parts.autocommitted(
        "look up the positions of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = positions.prepare(connection)) {
            bindLeases(connection, bound, leases);
            return owned(bound.setString("relay", relay));
          }
        });
  }

  private static List<OwnedShard> owned(NamedSql.Bound bound) throws SQLException {
    List<OwnedShard> owned = new ArrayList<>();
    try (ResultSet rows = bound.statement().executeQuery()) {
      while (rows.next()) {
        ShardLease lease = new ShardLease(rows.getInt(1), rows.getLong(2));
        owned.add(new OwnedShard(lease, cursor(rows, 2)));
      }
    }
    return owned;
  }

  /** Reads a cursor whose columns begin behind the offset. */
  static PostgresCursor cursor(ResultSet row, int offset) throws SQLException {
    PostgresMark until = row.getString(offset + 4) == null ? null : mark(row, offset + 3);
    return new PostgresCursor(mark(row, offset), until, row.getLong(offset + 7));
  }

  private static PostgresMark mark(ResultSet row, int offset) throws SQLException {
    return new PostgresMark(
        new Snapshot(row.getString(offset + 1)),
        Long.parseLong(row.getString(offset + 2)),
        row.getLong(offset + 3));
  }

  void release(String relay, Collection<ShardLease> leases) {
    if (leases.isEmpty()) {
      return;
    }
    parts.autocommitted(
        "release shards of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = release.prepare(connection)) {
            bindLeases(connection, bound, leases);
            bound.setString("relay", relay);
            return bound.statement().executeUpdate();
          }
        });
  }

  int free(String relay, String node, DeadLetters.Decision decision) {
    return parts.transacted(
        "free the shards of node " + node,
        connection -> {
          try (NamedSql.Bound bound = parts.bindNow(free.prepare(connection));
              NamedSql.Bound gone = leave.prepare(connection)) {
            bound
                .setString("relay", relay)
                .setString("node", node)
                .setString("reason", decision.reason())
                .setString("by", decision.by());
            gone.setString("relay", relay).setString("node", node);
            gone.statement().executeUpdate();
            return bound.statement().executeUpdate();
          }
        });
  }

  void leave(String relay, String node) {
    parts.autocommitted(
        "leave relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = leave.prepare(connection)) {
            bound.setString("relay", relay).setString("node", node);
            return bound.statement().executeUpdate();
          }
        });
  }
}
