package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.spi.PurgedBatch;
import java.sql.ResultSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes events that nobody needs any more. */
final class OutboxPurge {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel.relay");

  private final RelayParts parts;
  private final ClusterChange cluster;

  /**
   * By outbox_seq: as many as asked for are looked at, whether they can go or not, so that a batch
   * stays short. Those that another purge has in hand are left to it.
   */
  private final NamedSql purge;

  OutboxPurge(RelayParts parts, ClusterChange cluster) {
    this.parts = parts;
    this.cluster = cluster;
    purge =
        parts.sql(
            """
            WITH looked_at AS MATERIALIZED (
              SELECT o.ctid AS place, o.seq,
                     o.recorded_at <= coalesce(:now::timestamptz, statement_timestamp()) - make_interval(secs => :keepSeconds)
                     AND o.xid < (
                       SELECT pg_snapshot_xmin(s.seen_snapshot) FROM ${schema}.relay_shard AS s ORDER BY 1 LIMIT 1) AS over
              FROM ${schema}.outbox AS o
              WHERE o.seq > :after
              ORDER BY o.seq
              LIMIT :limit
              FOR UPDATE SKIP LOCKED),
            removed AS (
              DELETE FROM ${schema}.outbox
              WHERE ctid = ANY (ARRAY (
                SELECT l.place FROM looked_at AS l
                WHERE l.over AND NOT EXISTS (SELECT FROM ${schema}.relay_held AS h WHERE h.seq = l.seq)))
              RETURNING 1)
            SELECT (SELECT count(*) FROM removed), coalesce(max(seq), :after),
                   count(*) = :limit AND coalesce(bool_or(over), false)
            FROM looked_at
            """);
  }

  PurgedBatch purgeBatch(OutboxRetention retention, long afterSequence) {
    return parts.autocommitted(
        "purge the outbox",
        connection -> {
          ClusterChange.Findings findings = cluster.check(connection);
          if (findings.isForeign()) {
            LOG.warn(
                "the outbox is not purged: {}. Start a relay, or call PostgresRelays.adoptCluster(), so that the positions are adapted",
                findings.describe());
            return new PurgedBatch(0, afterSequence, false);
          }
          try (NamedSql.Bound bound = parts.bindNow(purge.prepare(connection))) {
            bound
                .set("keepSeconds", RelayParts.seconds(retention.keep()))
                .setLong("after", afterSequence)
                .setInt("limit", retention.maxEventsPerBatch());
            try (ResultSet row = bound.statement().executeQuery()) {
              row.next();
              return new PurgedBatch(row.getInt(1), row.getLong(2), row.getBoolean(3));
            }
          }
        });
  }
}
