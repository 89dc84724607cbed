package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import dev.semel.relay.Aggregate;
import dev.semel.relay.OpenTransaction;
import dev.semel.relay.RelayStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How a relay stands. */
final class StatusReader {
  private final RelayParts parts;
  private final ClusterChange cluster;

  /**
   * By outbox_order, from the oldest snapshot on, which is a parameter: the server does not know
   * the result of a subquery when it plans, and would read the whole outbox.
   */
  private final NamedSql waiting;

  private final NamedSql horizon;

  private final NamedSql held;

  /** By relay_held_heads. */
  private final NamedSql retried;

  private final NamedSql shards;
  private final NamedSql nodes;

  /** Only one that has a transaction id can have written. */
  private final NamedSql oldestTransaction;

  StatusReader(RelayParts parts, ClusterChange cluster) {
    this.parts = parts;
    this.cluster = cluster;
    waiting =
        parts.sql(
            """
            SELECT count(*), (extract(epoch FROM coalesce(:now::timestamptz, statement_timestamp()) - min(recorded_at)) * 1000000)::bigint
            FROM (
              SELECT o.recorded_at
              FROM ${schema}.outbox AS o
              JOIN ${schema}.relay_shard AS s ON s.relay = :relay AND s.shard = ${shard}
              WHERE o.xid >= :horizon::text::xid8
                AND NOT pg_visible_in_snapshot(o.xid, s.seen_snapshot)
                AND NOT coalesce(o.seq <= s.passed_seq AND pg_visible_in_snapshot(o.xid, s.until_snapshot), false)
              LIMIT :limit
            ) AS counted
            """
                .replace("${shard}", EventRow.SHARD));
    horizon =
        parts.sql(
            """
            SELECT coalesce(min(pg_snapshot_xmin(s.seen_snapshot)::text::bigint), 0)::text
            FROM ${schema}.relay_shard AS s
            WHERE s.relay = :relay
            """);
    held =
        parts.sql(
            """
            SELECT count(*) FILTER (WHERE state <> 'DEAD'), count(*) FILTER (WHERE state = 'DEAD')
            FROM ${schema}.relay_held
            WHERE relay = :relay
            """);
    retried =
        parts.sql(
            """
            SELECT o.id, h.tenant, h.aggregatetype, h.aggregateid, h.attempts,
                   (extract(epoch FROM coalesce(:now::timestamptz, statement_timestamp()) - h.held_at) * 1000000)::bigint,
                   (extract(epoch FROM h.next_attempt_at - coalesce(:now::timestamptz, statement_timestamp())) * 1000000)::bigint,
                   coalesce(h.reason, '')
            FROM ${schema}.relay_held AS h
            JOIN ${schema}.outbox AS o ON o.seq = h.seq
            WHERE h.relay = :relay AND h.state = 'RETRYING'
            ORDER BY h.held_at, h.seq
            LIMIT :limit
            """);
    shards =
        parts.sql(
            """
            SELECT shard, owner, fence,
                   (extract(epoch FROM lease_until - coalesce(:now::timestamptz, statement_timestamp())) * 1000000)::bigint,
                   saved_at, seen_snapshot::text, seen_xid::text, seen_seq,
                   until_snapshot::text, until_xid::text, until_seq, passed_seq
            FROM ${schema}.relay_shard
            WHERE relay = :relay
            ORDER BY shard
            """);
    nodes =
        parts.sql(
            """
            SELECT node,
                   (extract(epoch FROM coalesce(:now::timestamptz, statement_timestamp()) - seen_at) * 1000000)::bigint
            FROM ${schema}.relay_node
            WHERE relay = :relay
            ORDER BY node
            """);
    oldestTransaction =
        parts.sql(
            """
            SELECT * FROM (
              SELECT a.pid, coalesce(a.usename, ''), coalesce(a.application_name, ''), host(a.client_addr),
                     coalesce(a.state, ''),
                     (extract(epoch FROM clock_timestamp() - a.xact_start) * 1000000)::bigint AS age,
                     (extract(epoch FROM clock_timestamp() - a.query_start) * 1000000)::bigint
              FROM pg_stat_activity AS a
              WHERE a.backend_xid IS NOT NULL AND a.pid <> pg_backend_pid()
              UNION ALL
              SELECT 0, p.owner::text, '', NULL, 'prepared as ' || p.gid,
                     (extract(epoch FROM clock_timestamp() - p.prepared) * 1000000)::bigint, NULL
              FROM pg_prepared_xacts AS p
            ) AS open
            ORDER BY age DESC NULLS LAST
            LIMIT 1
            """);
  }

  RelayStatus status(String relay) {
    return parts.autocommitted(
        "look at relay " + relay,
        connection -> {
          List<RelayStatus.Shard> found = shards(connection, relay);
          long[] counts = held(connection, relay);
          try (NamedSql.Bound bound = parts.bindNow(waiting.prepare(connection))) {
            bound
                .setString("relay", relay)
                .setString("horizon", horizon(connection, relay))
                .setInt("shardCount", Math.max(1, found.size()))
                .setInt("limit", RelayStatus.MAX_COUNTED);
            try (ResultSet row = bound.statement().executeQuery()) {
              row.next();
              return new RelayStatus(
                  relay,
                  row.getLong(1),
                  RelayParts.micros(row, 2),
                  counts[0],
                  retried(connection, relay),
                  counts[1],
                  found,
                  nodes(connection, relay),
                  oldestTransaction(connection),
                  otherCluster(connection));
            }
          }
        });
  }

  private String horizon(Connection connection, String relay) throws SQLException {
    try (NamedSql.Bound bound = horizon.prepare(connection).setString("relay", relay);
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }

  private @Nullable String otherCluster(Connection connection) throws SQLException {
    ClusterChange.Findings findings = cluster.check(connection);
    return findings.isForeign() ? findings.describe() : null;
  }

  private long[] held(Connection connection, String relay) throws SQLException {
    try (NamedSql.Bound bound = held.prepare(connection).setString("relay", relay);
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return new long[] {row.getLong(1), row.getLong(2)};
    }
  }

  private List<RelayStatus.Retried> retried(Connection connection, String relay)
      throws SQLException {
    List<RelayStatus.Retried> found = new ArrayList<>();
    try (NamedSql.Bound bound =
            parts
                .bindNow(retried.prepare(connection))
                .setString("relay", relay)
                .setInt("limit", RelayStatus.MAX_RETRIED);
        ResultSet rows = bound.statement().executeQuery()) {
      while (rows.next()) {
        found.add(
            new RelayStatus.Retried(
                rows.getObject(1, UUID.class),
                new Aggregate(rows.getString(2), rows.getString(3), rows.getString(4)),
                rows.getInt(5),
                Objects.requireNonNull(RelayParts.micros(rows, 6)),
                Objects.requireNonNull(RelayParts.micros(rows, 7)),
                rows.getString(8)));
      }
    }
    return found;
  }

  private List<RelayStatus.Shard> shards(Connection connection, String relay) throws SQLException {
    List<RelayStatus.Shard> found = new ArrayList<>();
    try (NamedSql.Bound bound =
            parts.bindNow(shards.prepare(connection)).setString("relay", relay);
        ResultSet rows = bound.statement().executeQuery()) {
      while (rows.next()) {
        found.add(
            new RelayStatus.Shard(
                rows.getInt(1),
                rows.getString(2),
                rows.getLong(3),
                RelayParts.micros(rows, 4),
                RelayParts.instant(rows, 5),
                ShardLeases.cursor(rows, 5).describe()));
      }
    }
    return found;
  }

  private List<RelayStatus.Node> nodes(Connection connection, String relay) throws SQLException {
    List<RelayStatus.Node> found = new ArrayList<>();
    try (NamedSql.Bound bound = parts.bindNow(nodes.prepare(connection)).setString("relay", relay);
        ResultSet rows = bound.statement().executeQuery()) {
      while (rows.next()) {
        found.add(
            new RelayStatus.Node(
                rows.getString(1), Objects.requireNonNull(RelayParts.micros(rows, 2))));
      }
    }
    return found;
  }

  @Nullable OpenTransaction oldestTransaction() {
    List<OpenTransaction> found =
        parts.autocommitted(
            "look for open transactions",
            connection -> {
              OpenTransaction oldest = oldestTransaction(connection);
              return oldest == null ? List.of() : List.of(oldest);
            });
    return found.isEmpty() ? null : found.get(0);
  }

  private @Nullable OpenTransaction oldestTransaction(Connection connection) throws SQLException {
    try (NamedSql.Bound bound = oldestTransaction.prepare(connection);
        ResultSet row = bound.statement().executeQuery()) {
      if (!row.next()) {
        return null;
      }
      return new OpenTransaction(
          row.getInt(1),
          row.getString(2),
          row.getString(3),
          row.getString(4),
          row.getString(5),
          Objects.requireNonNullElse(RelayParts.micros(row, 6), Duration.ZERO),
          RelayParts.micros(row, 7));
    }
  }
}
