package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;

/** The statements about positions and events that come from another cluster, for one schema. */
final class ClusterSql {
  final NamedSql mayIdentify;
  final NamedSql identify;

  /** By outbox_order and outbox_seq, from their ends. */
  final NamedSql check;

  final NamedSql lock;
  final NamedSql order;
  final NamedSql advanceSequence;

  /**
   * Sets how far each shard has passed by seq, and holds what it has not passed before that.
   *
   * <p>An event was passed if the position says so, in the numbers of the cluster that wrote both.
   * The position says nothing about an event that was written here after the position: its
   * transaction id is that of the transaction that wrote the row here, or lower by its savepoints,
   * and is greater than that of the transaction that wrote the position here.
   */
  final NamedSql passed;

  /** Gives new numbers to what was written here while the sequence was behind. */
  final NamedSql renumber;

  /** By outbox_order. Everything is committed: the table is locked. */
  final NamedSql rewriteXids;

  final NamedSql countHeld;

  /**
   * Everything that is committed now is to be passed, up to the seq that is already there. What has
   * a greater transaction id than this transaction waits for the lock and has no seq yet.
   */
  final NamedSql moveOn;

  ClusterSql(RelayParts parts) {
    mayIdentify =
        parts.sql("SELECT has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')");
    identify = parts.sql("SELECT system_identifier FROM pg_control_system()");
    check =
        parts.sql(
            """
            SELECT EXISTS (
                     SELECT FROM ${schema}.relay_shard AS s
                     WHERE s.outbox_oid <> '${schema}.outbox'::regclass::oid
                        OR s.system_identifier <> :systemIdentifier::bigint),
                   EXISTS (
                     SELECT FROM ${schema}.relay_shard AS s
                     WHERE greatest(s.seen_xid, s.until_xid)::text::bigint > here.next_xid)
                   OR coalesce(here.next_xid <= (
                     SELECT o.xid::text::bigint FROM ${schema}.outbox AS o ORDER BY o.xid DESC LIMIT 1), false),
                   EXISTS (
                     SELECT FROM ${schema}.relay_shard AS s
                     WHERE greatest(s.seen_seq, s.until_seq, s.passed_seq) > here.last_seq)
                   OR coalesce(here.last_seq < (
                     SELECT o.seq FROM ${schema}.outbox AS o ORDER BY o.seq DESC LIMIT 1), false),
                   here.next_xid
            FROM (SELECT CASE WHEN q.is_called THEN q.last_value ELSE 0 END, ${next}
                  FROM ${schema}.outbox_seq_seq AS q) AS here (last_seq, next_xid)
            """
                .replace("${next}", Xids.NEXT));
    lock =
        parts.sql(
            """
            LOCK TABLE ${schema}.relay_shard, ${schema}.relay_held, ${schema}.outbox IN SHARE ROW EXCLUSIVE MODE
            """);
    order =
        parts.sql(
            """
            SELECT max(p.written), coalesce(bool_or(EXISTS (
                     SELECT FROM ${schema}.outbox AS o
                     WHERE o.xid > p.written::text::xid8 AND o.seq <= p.seq AND ${o} >= o.xid::text::bigint)), false)
            FROM (
              SELECT ${s} AS written, greatest(s.seen_seq, s.until_seq) AS seq
              FROM ${schema}.relay_shard AS s) AS p
            """
                .replace("${o}", Xids.wrote("o"))
                .replace("${s}", Xids.wrote("s")));
    advanceSequence =
        parts.sql(
            """
            SELECT setval('${schema}.outbox_seq_seq', greatest(q.last_value, top.seq))
            FROM ${schema}.outbox_seq_seq AS q,
                 (SELECT greatest(
                    (SELECT max(o.seq) FROM ${schema}.outbox AS o),
                    (SELECT max(h.seq) FROM ${schema}.relay_held AS h),
                    (SELECT max(greatest(s.seen_seq, s.until_seq, s.passed_seq)) FROM ${schema}.relay_shard AS s))
                 ) AS top (seq)
            WHERE top.seq > 0
            """);
    passed =
        parts.sql(
            """
            WITH positions AS MATERIALIZED (
              SELECT s.*, ${s} AS written, count(*) OVER (PARTITION BY s.relay) AS shards
              FROM ${schema}.relay_shard AS s),
            events AS MATERIALIZED (
              SELECT o.seq, o.tenant, o.aggregatetype, o.aggregateid, o.xid, o.xid::text::bigint AS number,
                     ${o} AS written
              FROM ${schema}.outbox AS o),
            found AS MATERIALIZED (
              SELECT p.relay, p.shard, e.seq, e.tenant, e.aggregatetype, e.aggregateid,
                     (pg_visible_in_snapshot(e.xid, p.seen_snapshot)
                      OR coalesce(e.seq <= p.passed_seq AND pg_visible_in_snapshot(e.xid, p.until_snapshot), false))
                     AND NOT (e.written >= e.number AND e.number > p.written) AS passed,
                     :renumber AND e.written >= e.number AND e.number > :base::bigint AS renumbered
              FROM events AS e
              JOIN positions AS p
                ON p.shard = mod(mod(hashtextextended(e.aggregateid, 0), p.shards) + p.shards, p.shards)),
            bounds AS MATERIALIZED (
              SELECT f.relay, f.shard, max(f.seq) FILTER (WHERE f.passed) AS seq
              FROM found AS f
              GROUP BY f.relay, f.shard),
            held AS (
              INSERT INTO ${schema}.relay_held (
                relay, seq, shard, state, tenant, aggregatetype, aggregateid, attempts, held_at, next_attempt_at)
              SELECT w.relay, w.seq, w.shard, CASE WHEN w.follows THEN 'WAITING' ELSE 'RETRYING' END,
                     w.tenant, w.aggregatetype, w.aggregateid, 0, t.now, CASE WHEN NOT w.follows THEN t.now END
              FROM (SELECT f.*, EXISTS (
                      SELECT FROM ${schema}.relay_held AS h
                      WHERE h.relay = f.relay AND h.tenant = f.tenant
                        AND h.aggregatetype = f.aggregatetype AND h.aggregateid = f.aggregateid AND h.seq < f.seq)
                      OR row_number() OVER (
                        PARTITION BY f.relay, f.tenant, f.aggregatetype, f.aggregateid ORDER BY f.seq) > 1 AS follows
                    FROM found AS f
                    JOIN bounds AS b ON b.relay = f.relay AND b.shard = f.shard
                    WHERE NOT f.passed AND NOT f.renumbered AND f.seq < b.seq) AS w,
                   (SELECT coalesce(:now::timestamptz, statement_timestamp())) AS t (now)
              ON CONFLICT (seq, relay) DO NOTHING
              RETURNING 1)
            UPDATE ${schema}.relay_shard AS s
            SET until_snapshot = '1:1:', until_xid = '1', until_seq = 0,
                passed_seq = coalesce((
                  SELECT b.seq FROM bounds AS b WHERE b.relay = s.relay AND b.shard = s.shard), 0)
            """
                .replace("${o}", Xids.wrote("o"))
                .replace("${s}", Xids.wrote("s")));
    String columns =
        "id, aggregatetype, aggregateid, type, payload, event_key, aggregate_version, headers, tenant, record_id, recorded_at";
    renumber =
        parts.sql(
            """
            WITH moved AS (
              DELETE FROM ${schema}.outbox AS o
              WHERE o.xid > :base::text::xid8 AND ${o} >= o.xid::text::bigint
              RETURNING o.*)
            INSERT INTO ${schema}.outbox (${columns}, xid)
            SELECT ${columns}, '3'
            FROM (SELECT * FROM moved ORDER BY seq) AS m
            """
                .replace("${columns}", columns)
                .replace("${o}", Xids.wrote("o")));
    rewriteXids =
        parts.sql(
            """
            UPDATE ${schema}.outbox SET xid = '3'
            WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())
            """);
    countHeld = parts.sql("SELECT count(*) FROM ${schema}.relay_held");
    moveOn =
        parts.sql(
            """
            UPDATE ${schema}.relay_shard AS s
            SET owner = NULL, lease_until = NULL, fence = s.fence + 1, decisions = s.decisions + 1,
                saved_at = coalesce(:now::timestamptz, statement_timestamp()), set_up_id = gen_random_uuid(),
                seen_snapshot = '1:1:', seen_xid = '1', seen_seq = 0,
                until_snapshot = pg_current_snapshot(), until_xid = pg_current_xact_id(),
                until_seq = (SELECT CASE WHEN q.is_called THEN q.last_value ELSE 0 END FROM ${schema}.outbox_seq_seq AS q),
                system_identifier = :systemIdentifier::bigint, outbox_oid = '${schema}.outbox'::regclass::oid
            """);
  }
}
