package dev.semel.postgres;

import dev.semel.jdbc.NamedSql;

/**
 * What operators ask and decide about messages, for one schema. The index that serves each is named
 * beside it.
 */
final class InboxRecordsSql {
  private static final String KEPT_COLUMNS =
      """
      ${message}, m.consumer, m.state, m.attempts, m.reason, m.received_at, m.due_at, m.settled_at""";

  /** By primary key. */
  final NamedSql find;

  /** By primary key. */
  final NamedSql isKnown;

  /** By inbox_message_open. */
  final NamedSql listOpen;

  /** By inbox_message_seq. */
  final NamedSql listOver;

  /** By inbox_message_open. */
  final NamedSql counts;

  /** By inbox_violation_seen. */
  final NamedSql violations;

  /** By primary key. */
  final NamedSql versionOf;

  /** By primary key. */
  final NamedSql redrive;

  /** By inbox_message_key, or by inbox_message_open. */
  final NamedSql redriveMany;

  /** By primary key; what is given up for good starts its retention. */
  final NamedSql dismiss;

  /** By primary key. */
  final NamedSql dismissViolation;

  /** Takes an aggregate as it would be just before a version; never back. By primary key. */
  final NamedSql skip;

  /** Those that the other consumer knows are left alone. By inbox_message_seq. */
  final NamedSql replay;

  /** Each is returned once, because it is no longer due. By inbox_message_overdue. */
  final NamedSql reportOverdue;

  /** By inbox_expires; those that another purge has in hand are left to it. */
  final NamedSql purge;

  InboxRecordsSql(String schema, InboxSql sql) {
    find =
        named(
            schema,
            """
            SELECT ${kept}
            FROM ${schema}.inbox_message AS m
            WHERE m.consumer = :consumer AND m.source = :source AND m.message_id = :messageId
            """);
    isKnown =
        named(
            schema,
            """
            SELECT 1
            FROM ${schema}.inbox AS i
            WHERE i.consumer = :consumer AND i.source = :source AND i.message_id = :messageId
            """);
    listOpen =
        named(
            schema,
            """
            SELECT ${kept}
            FROM ${schema}.inbox_message AS m
            WHERE m.consumer = :consumer AND m.state = :state AND m.state IN ('WAITING', 'PARKED', 'DEAD')
              AND (:tenant::text IS NULL OR m.tenant = :tenant::text)
            ORDER BY m.seq
            LIMIT :limit
            """);
    listOver =
        named(
            schema,
            """
            SELECT ${kept}
            FROM ${schema}.inbox_message AS m
            WHERE m.consumer = :consumer AND m.state = :state
              AND (:tenant::text IS NULL OR m.tenant = :tenant::text)
            ORDER BY m.seq
            LIMIT :limit
            """);
    counts =
        named(
            schema,
            """
            SELECT m.state, count(*),
                   (extract(epoch FROM coalesce(:now::timestamptz, statement_timestamp()) - min(m.received_at)) * 1000000)::bigint
            FROM ${schema}.inbox_message AS m
            WHERE m.consumer = :consumer AND m.state IN ('WAITING', 'PARKED', 'DEAD')
            GROUP BY m.state
            """);
    violations =
        named(
            schema,
            """
            SELECT ${message}, m.consumer, m.first_seen_at, m.last_seen_at, m.times
            FROM ${schema}.inbox_violation AS m
            WHERE m.consumer = :consumer
            ORDER BY m.first_seen_at
            LIMIT :limit
            """);
    versionOf =
        named(
            schema,
            """
            SELECT v.version
            FROM ${schema}.inbox_version AS v
            WHERE v.consumer = :consumer AND v.tenant = :tenant
              AND v.aggregate_type = :aggregateType AND v.key = :key
            """);
    redrive =
        named(
            schema,
            """
            UPDATE ${schema}.inbox_message
            SET state = 'WAITING', due_at = coalesce(:now::timestamptz, statement_timestamp()), attempts = 0
            WHERE consumer = :consumer AND source = :source AND message_id = :messageId AND state = 'DEAD'
            """);
    redriveMany =
        named(
            schema,
            """
            UPDATE ${schema}.inbox_message AS m
            SET state = 'WAITING', due_at = coalesce(:now::timestamptz, statement_timestamp()), attempts = 0
            FROM (
              SELECT d.source, d.message_id
              FROM ${schema}.inbox_message AS d
              WHERE d.consumer = :consumer AND d.state = 'DEAD' AND d.state IN ('WAITING', 'PARKED', 'DEAD')
                AND (:key::text IS NULL OR (d.key = :key::text AND d.tenant = :tenant::text))
              ORDER BY d.seq
              LIMIT :limit
              FOR UPDATE SKIP LOCKED) AS dead
            WHERE m.consumer = :consumer AND m.source = dead.source AND m.message_id = dead.message_id
              AND m.state = 'DEAD'
            """);
    dismiss =
        named(
            schema,
            """
            WITH dismissed AS (
              UPDATE ${schema}.inbox_message
              SET state = 'IGNORED', reason = :reason, due_at = NULL,
                  settled_at = coalesce(:now::timestamptz, statement_timestamp())
              WHERE consumer = :consumer AND source = :source AND message_id = :messageId
                AND state IN ('DEAD', 'PARKED')
              RETURNING consumer, source, message_id)
            UPDATE ${schema}.inbox AS i
            SET expires_at = coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :retentionSeconds)
            FROM dismissed AS d
            WHERE i.consumer = d.consumer AND i.source = d.source AND i.message_id = d.message_id
            """);
    dismissViolation =
        named(
            schema,
            """
            DELETE FROM ${schema}.inbox_violation
            WHERE consumer = :consumer AND source = :source AND message_id = :messageId AND payload_hash = :hash
            """);
    skip =
        NamedSql.of(
            """
            INSERT INTO ${schema}.inbox_version AS v (moved_at, version, consumer, tenant, aggregate_type, key, types)
            VALUES (coalesce(:now::timestamptz, statement_timestamp()), :version,
                    :consumer, :tenant, :aggregateType, :key, '')
            ON CONFLICT ON CONSTRAINT inbox_version_pkey
            DO UPDATE SET version = excluded.version, types = excluded.types, moved_at = excluded.moved_at
            WHERE v.version < excluded.version;
            """
                    .replace("${schema}", schema)
                + sql.release);
    replay =
        named(
            schema,
            """
            WITH taken AS MATERIALIZED (
              SELECT m.*
              FROM ${schema}.inbox_message AS m
              WHERE m.consumer = :from
                AND (:type::text IS NULL OR m.type = :type::text)
                AND (:tenant::text IS NULL OR m.tenant = :tenant::text)
                AND (:key::text IS NULL OR m.key = :key::text)
                AND (:since::timestamptz IS NULL OR m.received_at >= :since::timestamptz)
                AND NOT EXISTS (
                  SELECT FROM ${schema}.inbox AS i
                  WHERE i.consumer = :to AND i.source = m.source AND i.message_id = m.message_id)
              ORDER BY m.seq
              LIMIT :limit),
            marked AS (
              INSERT INTO ${schema}.inbox (
                recorded_at, expires_at, record_id, consumer, source, message_id, payload_hash)
              SELECT coalesce(:now::timestamptz, statement_timestamp()), NULL, gen_random_uuid(),
                     :to, t.source, t.message_id, t.payload_hash
              FROM taken AS t
              ORDER BY t.source, t.message_id
              ON CONFLICT ON CONSTRAINT inbox_pkey DO NOTHING
              RETURNING source, message_id)
            INSERT INTO ${schema}.inbox_message (
              received_at, due_at, fence, aggregate_version, attempts, consumer, source, message_id,
              state, tenant, type, aggregate_type, key, payload_hash, headers, payload)
            SELECT coalesce(:now::timestamptz, statement_timestamp()), coalesce(:now::timestamptz, statement_timestamp()),
                   0, t.aggregate_version, 0, :to, t.source, t.message_id,
                   'WAITING', t.tenant, t.type, t.aggregate_type, t.key, t.payload_hash, t.headers, t.payload
            FROM taken AS t
            JOIN marked AS k ON k.source = t.source AND k.message_id = t.message_id
            ORDER BY t.seq
            """);
    reportOverdue =
        named(
            schema,
            """
            UPDATE ${schema}.inbox_message AS m
            SET due_at = NULL
            FROM (
              SELECT p.source, p.message_id
              FROM ${schema}.inbox_message AS p
              WHERE p.consumer = :consumer AND p.state = 'PARKED'
                AND p.due_at <= coalesce(:now::timestamptz, statement_timestamp())
              ORDER BY p.due_at
              LIMIT :limit
              FOR UPDATE SKIP LOCKED) AS overdue
            WHERE m.consumer = :consumer AND m.source = overdue.source AND m.message_id = overdue.message_id
            RETURNING ${kept}
            """);
    purge =
        named(
            schema,
            """
            WITH expired AS MATERIALIZED (
              SELECT i.ctid
              FROM ${schema}.inbox AS i
              WHERE i.expires_at <= coalesce(:now::timestamptz, statement_timestamp())
              ORDER BY i.expires_at
              LIMIT :limit
              FOR UPDATE SKIP LOCKED),
            gone AS (
              DELETE FROM ${schema}.inbox
              WHERE ctid = ANY (ARRAY (SELECT e.ctid FROM expired AS e))
              RETURNING consumer, source, message_id),
            messages AS (
              DELETE FROM ${schema}.inbox_message AS m
              USING gone AS g
              WHERE m.consumer = g.consumer AND m.source = g.source AND m.message_id = g.message_id)
            SELECT count(*) FROM gone
            """);
  }

  private static NamedSql named(String schema, String sql) {
    return KeptSql.named(schema, sql.replace("${kept}", KEPT_COLUMNS));
  }
}
