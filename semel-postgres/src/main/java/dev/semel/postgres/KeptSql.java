package dev.semel.postgres;

import dev.semel.jdbc.NamedSql;

/** The statements by which messages are kept and given to workers, for one schema. */
final class KeptSql {
  /** What is read of a message, in the order that {@link MessageRows} expects. */
  static final String MESSAGE_COLUMNS =
      """
      m.source, m.message_id, m.payload, m.payload_hash, m.type, m.tenant, m.aggregate_type, m.key,
      m.aggregate_version,
      ARRAY (SELECT h.key FROM jsonb_each_text(m.headers) AS h ORDER BY h.key),
      ARRAY (SELECT h.value FROM jsonb_each_text(m.headers) AS h ORDER BY h.key)""";

  /** Markers and messages in one statement; those that have a marker are left alone. */
  final NamedSql keep;

  /** The hash that each id is known with. */
  final NamedSql hashes;

  /** Messages whose id is known with another payload. */
  final NamedSql insertViolations;

  /**
   * Gives due messages to a worker. A message may go if none before it in its key is held up;
   * whoever locks the first of a key has the key, and gets what may go behind it. Firsts that
   * another worker has locked are passed over.
   *
   * <p>Messages are lined up by sorting and found again by their place. A look-up per message would
   * be quicker while the planner knows the table. But this one is empty again and again, and
   * whoever believes that it is empty reads all of it for each of its messages.
   */
  final NamedSql claim;

  /** An attempt failed. By primary key. */
  final NamedSql postpone;

  /** A message is given up. By primary key. */
  final NamedSql bury;

  /** What was not tried counts as no attempt. By primary key. */
  final NamedSql giveBack;

  KeptSql(String schema, InboxSql sql) {
    insertViolations = NamedSql.of(sql.insertViolations);
    keep =
        named(
            schema,
            """
            WITH given AS MATERIALIZED (
              SELECT g.*
              FROM unnest(:recordId::uuid[], :givenSource::text[], :givenMessageId::text[], :givenTenant::text[],
                          :givenType::text[], :givenAggregateType::text[], :givenKey::text[], :givenVersion::bigint[], :givenHash::bytea[],
                          :givenHeaders::text[], :givenPayload::bytea[])
                   WITH ORDINALITY AS g (record_id, source, message_id, tenant, type, aggregate_type,
                                         key, aggregate_version, payload_hash, headers, payload, place)),
            marked AS (
              INSERT INTO ${schema}.inbox (
                recorded_at, expires_at, record_id, consumer, source, message_id, payload_hash)
              SELECT coalesce(:now::timestamptz, statement_timestamp()), NULL,
                     g.record_id, :consumer, g.source, g.message_id, g.payload_hash
              FROM given AS g
              ORDER BY g.source, g.message_id, g.place
              ON CONFLICT ON CONSTRAINT inbox_pkey DO NOTHING
              RETURNING record_id),
            kept AS (
              INSERT INTO ${schema}.inbox_message (
                received_at, due_at, fence, aggregate_version, attempts, consumer, source, message_id,
                state, tenant, type, aggregate_type, key, reason, payload_hash, headers, payload)
              SELECT coalesce(:now::timestamptz, statement_timestamp()),
                     CASE WHEN :deadReason::text IS NULL THEN coalesce(:now::timestamptz, statement_timestamp()) END,
                     0, g.aggregate_version, 0, :consumer, g.source, g.message_id,
                     CASE WHEN :deadReason::text IS NULL THEN 'WAITING' ELSE 'DEAD' END,
                     g.tenant, g.type, g.aggregate_type, g.key, :deadReason, g.payload_hash, g.headers::jsonb, g.payload
              FROM given AS g
              JOIN marked AS k ON k.record_id = g.record_id
              ORDER BY g.place)
            SELECT k.record_id FROM marked AS k
            """);
    hashes =
        named(
            schema,
            """
            SELECT g.place, i.payload_hash
            FROM unnest(:source::text[], :messageId::text[]) WITH ORDINALITY AS g (source, message_id, place)
            JOIN ${schema}.inbox AS i
              ON i.consumer = :consumer AND i.source = g.source AND i.message_id = g.message_id
            """);
    claim =
        named(
            schema,
            """
            WITH time AS (SELECT coalesce(:now::timestamptz, statement_timestamp()) AS now),
            candidate AS MATERIALIZED (
              SELECT m.ctid AS place, m.tenant, m.key, m.seq, true AS is_due
              FROM ${schema}.inbox_message AS m
              WHERE m.consumer = :consumer AND m.state = 'WAITING' AND m.state IN ('WAITING', 'PARKED', 'DEAD')
                AND m.due_at <= (SELECT now FROM time)
                AND (:key::text IS NULL OR (m.key = :key::text AND m.tenant = :tenant::text))
              ORDER BY m.seq
              LIMIT :window),
            holding AS (
              SELECT m.ctid AS place, m.tenant, m.key, m.seq, false AS is_due
              FROM ${schema}.inbox_message AS m
              WHERE m.consumer = :consumer AND m.state IN ('WAITING', 'PARKED', 'DEAD')
                AND ((m.state = 'WAITING' AND m.due_at > (SELECT now FROM time)) OR (:holdsDead AND m.state = 'DEAD'))
                AND m.key IS NOT NULL AND m.seq < (SELECT max(c.seq) FROM candidate AS c)
                AND (:key::text IS NULL OR (m.key = :key::text AND m.tenant = :tenant::text))),
            lined_up AS MATERIALIZED (
              SELECT l.place, l.tenant, l.key, l.seq,
                     row_number() OVER line AS rank, bool_and(l.is_due) OVER line AS may_go
              FROM (SELECT * FROM candidate UNION ALL SELECT * FROM holding) AS l
              WINDOW line AS (
                PARTITION BY l.tenant, l.key, CASE WHEN l.key IS NULL THEN l.seq END ORDER BY l.seq)),
            head AS MATERIALIZED (
              SELECT l.place, l.tenant, l.key, l.seq
              FROM lined_up AS l
              JOIN ${schema}.inbox_message AS m ON m.ctid = l.place
              WHERE l.rank = 1 AND l.may_go
                AND m.state = 'WAITING' AND m.due_at <= (SELECT now FROM time)
              ORDER BY l.seq
              LIMIT :limit
              FOR UPDATE OF m SKIP LOCKED),
            taken AS MATERIALIZED (
              SELECT t.place
              FROM (
                SELECT h.place, h.seq FROM head AS h
                UNION ALL
                SELECT l.place, l.seq
                FROM head AS h
                JOIN lined_up AS l ON l.tenant = h.tenant AND l.key = h.key
                WHERE l.may_go AND l.rank BETWEEN 2 AND :limit) AS t
              ORDER BY t.seq
              LIMIT :limit)
            UPDATE ${schema}.inbox_message AS m
            SET fence = m.fence + 1, attempts = m.attempts + 1,
                due_at = (SELECT now FROM time) + make_interval(secs => :leaseSeconds)
            FROM taken AS t
            WHERE m.ctid = t.place AND m.state = 'WAITING' AND m.due_at <= (SELECT now FROM time)
            RETURNING ${message}, m.attempts, m.fence, m.seq
            """);
    postpone =
        named(
            schema,
            """
            UPDATE ${schema}.inbox_message
            SET due_at = coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :waitSeconds),
                reason = :reason
            WHERE consumer = :consumer AND source = :source AND message_id = :messageId
              AND state = 'WAITING' AND fence = :fence
            """);
    bury =
        named(
            schema,
            """
            UPDATE ${schema}.inbox_message
            SET state = 'DEAD', due_at = NULL, reason = :reason
            WHERE consumer = :consumer AND source = :source AND message_id = :messageId
              AND state = 'WAITING' AND fence = :fence
            """);
    giveBack =
        named(
            schema,
            """
            UPDATE ${schema}.inbox_message AS m
            SET due_at = coalesce(:now::timestamptz, statement_timestamp()), attempts = m.attempts - 1
            FROM unnest(:source::text[], :messageId::text[], :fence::bigint[]) AS g (source, message_id, fence)
            WHERE m.consumer = :consumer AND m.source = g.source AND m.message_id = g.message_id
              AND m.state = 'WAITING' AND m.fence = g.fence
            """);
  }

  static NamedSql named(String schema, String sql) {
    return NamedSql.of(sql.replace("${message}", MESSAGE_COLUMNS).replace("${schema}", schema));
  }
}
