package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;

/**
 * The statements about positions and held events, for one schema. Whoever changes the held events
 * of a shard locks the shard's row first, so that operators and the owner take turns.
 */
final class HeldSql {
  /**
   * Saves positions and locks the shards, as far as their fences are current and the server is
   * still in the run that the positions were read in. A position that is lost with the server leads
   * to duplicates only, so the statement does not wait for the disk when there is nothing else to
   * write.
   */
  final NamedSql save;

  final NamedSql insertWaiting;
  final NamedSql upsertFailed;
  final NamedSql upsertDead;
  final NamedSql deletePublished;

  /** Lets the first that waits in each of these aggregates be tried. */
  final NamedSql promote;

  /** Which of these aggregates have nothing that holds them back. */
  final NamedSql freed;

  /** By relay_held_heads and outbox_seq. */
  final NamedSql due;

  final NamedSql decisions;

  /** By relay_held_heads. */
  final NamedSql blocked;

  HeldSql(RelayParts parts) {
    save =
        parts.sql(
            """
            UPDATE ${schema}.relay_shard AS s
            SET seen_snapshot  = coalesce(mine.seen::pg_snapshot, s.seen_snapshot),
                seen_xid       = coalesce(mine.seen_xid::xid8, s.seen_xid),
                seen_seq       = CASE WHEN mine.seen IS NULL THEN s.seen_seq ELSE mine.seen_seq END,
                until_snapshot = CASE WHEN mine.seen IS NULL THEN s.until_snapshot ELSE mine.until::pg_snapshot END,
                until_xid      = CASE WHEN mine.seen IS NULL THEN s.until_xid ELSE mine.until_xid::xid8 END,
                until_seq      = CASE WHEN mine.seen IS NULL THEN s.until_seq ELSE mine.until_seq END,
                passed_seq     = CASE WHEN mine.seen IS NULL THEN s.passed_seq ELSE mine.passed_seq END,
                saved_at       = CASE WHEN mine.seen IS NULL THEN s.saved_at
                                 ELSE coalesce(:now::timestamptz, statement_timestamp()) END
            FROM (
              SELECT w.* FROM ${schema}.relay_shard AS f
              JOIN unnest(:shards::integer[], :fences::bigint[], :seen::text[], :seenXid::text[], :seenSeq::bigint[],
                          :until::text[], :untilXid::text[], :untilSeq::bigint[], :passedSeq::bigint[])
                AS w (shard, fence, seen, seen_xid, seen_seq, until, until_xid, until_seq, passed_seq)
                ON w.shard = f.shard AND w.fence = f.fence
              WHERE f.relay = :relay AND :run::text = ${run}
              ORDER BY f.shard
              FOR NO KEY UPDATE OF f
            ) AS mine
            CROSS JOIN (SELECT CASE WHEN :quick THEN set_config('synchronous_commit', 'off', true) END) AS setting
            WHERE s.relay = :relay AND s.shard = mine.shard
            RETURNING s.shard
            """
                .replace("${run}", ServerRun.EXPRESSION));
    String rows =
        """
        FROM unnest(:seqs::bigint[], :shards::integer[], :tenants::text[], :types::text[], :ids::text[])
             AS e (seq, shard, tenant, aggregatetype, aggregateid)
        """;
    insertWaiting =
        parts.sql(
            """
            INSERT INTO ${schema}.relay_held (
              relay, seq, shard, state, tenant, aggregatetype, aggregateid, attempts, held_at, next_attempt_at)
            SELECT :relay, e.seq, e.shard, CASE WHEN e.follows THEN 'WAITING' ELSE 'RETRYING' END,
                   e.tenant, e.aggregatetype, e.aggregateid, 0, t.now, CASE WHEN NOT e.follows THEN t.now END
            FROM (SELECT e.*, EXISTS (
                    SELECT FROM ${schema}.relay_held AS h
                    WHERE h.relay = :relay AND h.tenant = e.tenant
                      AND h.aggregatetype = e.aggregatetype AND h.aggregateid = e.aggregateid
                      AND h.seq < e.seq AND (h.state <> 'DEAD' OR :deadBlocks))
                    OR row_number() OVER (
                      PARTITION BY e.tenant, e.aggregatetype, e.aggregateid ORDER BY e.seq) > 1 AS follows
                  ${rows}
                  WHERE NOT EXISTS (
                    SELECT FROM ${schema}.relay_held AS k WHERE k.relay = :relay AND k.seq = e.seq)) AS e,
                 (SELECT coalesce(:now::timestamptz, statement_timestamp())) AS t (now)
            ON CONFLICT (seq, relay) DO NOTHING
            """
                .replace("${rows}", rows));
    upsertFailed =
        parts.sql(
            """
            INSERT INTO ${schema}.relay_held (
              relay, seq, shard, state, tenant, aggregatetype, aggregateid, attempts, held_at, next_attempt_at, reason)
            SELECT :relay, e.seq, e.shard, 'RETRYING', e.tenant, e.aggregatetype, e.aggregateid, e.attempts,
                   t.now, t.now + make_interval(secs => e.backoff_seconds), e.reason
            FROM unnest(:seqs::bigint[], :shards::integer[], :tenants::text[], :types::text[], :ids::text[],
                        :attempts::integer[], :backoffSeconds::float8[], :reasons::text[])
                 AS e (seq, shard, tenant, aggregatetype, aggregateid, attempts, backoff_seconds, reason),
                 (SELECT coalesce(:now::timestamptz, statement_timestamp())) AS t (now)
            ON CONFLICT (seq, relay) DO UPDATE
            SET state = 'RETRYING', attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
                parked_at = NULL, reason = excluded.reason
            """);
    upsertDead =
        parts.sql(
            """
            INSERT INTO ${schema}.relay_held (
              relay, seq, shard, state, tenant, aggregatetype, aggregateid, attempts, held_at, parked_at, reason)
            SELECT :relay, e.seq, e.shard, 'DEAD', e.tenant, e.aggregatetype, e.aggregateid, e.attempts,
                   t.now, t.now, e.reason
            FROM unnest(:seqs::bigint[], :shards::integer[], :tenants::text[], :types::text[], :ids::text[],
                        :attempts::integer[], :reasons::text[])
                 AS e (seq, shard, tenant, aggregatetype, aggregateid, attempts, reason),
                 (SELECT coalesce(:now::timestamptz, statement_timestamp())) AS t (now)
            ON CONFLICT (seq, relay) DO UPDATE
            SET state = 'DEAD', attempts = excluded.attempts, next_attempt_at = NULL,
                parked_at = excluded.parked_at, reason = excluded.reason
            """);
    deletePublished =
        parts.sql(
            "DELETE FROM ${schema}.relay_held WHERE relay = :relay AND seq = ANY (:seqs::bigint[])");
    promote =
        parts.sql(
            """
            UPDATE ${schema}.relay_held AS h
            SET state = 'RETRYING', next_attempt_at = coalesce(:now::timestamptz, statement_timestamp())
            FROM unnest(:tenants::text[], :types::text[], :ids::text[]) AS a (tenant, aggregatetype, aggregateid)
            CROSS JOIN LATERAL (
              SELECT f.seq, f.state FROM ${schema}.relay_held AS f
              WHERE f.relay = :relay AND f.tenant = a.tenant
                AND f.aggregatetype = a.aggregatetype AND f.aggregateid = a.aggregateid
                AND (f.state <> 'DEAD' OR :deadBlocks)
              ORDER BY f.seq
              LIMIT 1
            ) AS first
            WHERE h.relay = :relay AND h.seq = first.seq AND first.state = 'WAITING'
            """);
    freed =
        parts.sql(
            """
            SELECT a.tenant, a.aggregatetype, a.aggregateid
            FROM unnest(:tenants::text[], :types::text[], :ids::text[]) AS a (tenant, aggregatetype, aggregateid)
            WHERE NOT EXISTS (
              SELECT FROM ${schema}.relay_held AS h
              WHERE h.relay = :relay AND h.tenant = a.tenant
                AND h.aggregatetype = a.aggregatetype AND h.aggregateid = a.aggregateid
                AND (h.state <> 'DEAD' OR :deadBlocks))
            """);
    due =
        parts.sql(
            """
            SELECT h.attempts, (extract(epoch FROM t.now - h.held_at) * 1000)::bigint, h.shard, ${columns}
            FROM (SELECT coalesce(:now::timestamptz, statement_timestamp())) AS t (now),
                 ${schema}.relay_held AS h
            JOIN ${schema}.outbox AS o ON o.seq = h.seq
            WHERE h.relay = :relay AND h.state = 'RETRYING' AND h.shard = ANY (:shards::integer[])
              AND h.next_attempt_at <= t.now AND h.seq <> ALL (:except)
            ORDER BY h.next_attempt_at, h.seq
            LIMIT :limit
            """
                .replace("${columns}", EventRow.COLUMNS));
    decisions =
        parts.sql(
            """
            SELECT s.shard, s.decisions FROM ${schema}.relay_shard AS s
            WHERE s.relay = :relay AND s.shard = ANY (:shards::integer[])
            """);
    blocked =
        parts.sql(
            """
            SELECT DISTINCT h.tenant, h.aggregatetype, h.aggregateid
            FROM ${schema}.relay_held AS h
            WHERE h.relay = :relay AND h.shard = :shard AND h.state <> 'WAITING'
              AND (h.state = 'RETRYING' OR :deadBlocks)
            """);
  }
}
