package dev.semel.postgres;

/**
 * The statements by which delivered and kept messages are applied, for one schema. All work on any
 * number of messages at once.
 *
 * <p>{@code :now} is null in production, so that the database's own clock counts; tests give a time
 * of their own.
 */
final class InboxSql {
  /**
   * Reads what is known of each message, and tries the lock of the first that is new. The snapshot
   * may be older than the lock; the unique key has the last word. Each look-up is by primary key,
   * whatever the planner believes about the size of the tables: that is what LIMIT is for.
   */
  final String claim;

  /** Audit entries of any number of messages. */
  final String insertAudit;

  /** Events of any number of messages; what was published before is left alone. */
  final String insertEvents;

  /**
   * Markers. A plain INSERT: if another transaction was first with one of them, all of this flight
   * must fail.
   */
  final String insertMarkers;

  /** Messages that are parked or dead and were not kept before. */
  final String insertMessages;

  /** Kept messages, only by the worker that has them; null, and so an error, for any other. */
  final String settleMessages;

  /** Starts the retention of kept messages that are over. */
  final String expireMarkers;

  /** Aggregates that were unknown. A plain INSERT: another transaction may have been first. */
  final String insertVersions;

  /** Moves aggregates on; null, and so an error, where one is not as it was seen. */
  final String updateVersions;

  /** Lets parked messages go on that are not behind a gap any longer. */
  final String release;

  /** Messages whose id is known with another payload. */
  final String insertViolations;

  InboxSql(String schema) {
    claim =
        in(
            schema,
            """
            WITH seen AS MATERIALIZED (
              SELECT g.place, g.lock, i.record_id, i.payload_hash, m.state, m.fence, v.version, v.types
              FROM unnest(:source::text[], :messageId::text[], :tenant::text[], :aggregateType::text[],
                          :key::text[], :lock::bigint[])
                   WITH ORDINALITY AS g (source, message_id, tenant, aggregate_type, key, lock, place)
              LEFT JOIN LATERAL (
                SELECT i.record_id, i.payload_hash
                FROM ${schema}.inbox AS i
                WHERE i.consumer = :consumer AND i.source = g.source AND i.message_id = g.message_id
                LIMIT 1) AS i ON true
              LEFT JOIN LATERAL (
                SELECT m.state, m.fence
                FROM ${schema}.inbox_message AS m
                WHERE m.consumer = :consumer AND m.source = g.source AND m.message_id = g.message_id
                  AND i.record_id IS NOT NULL
                LIMIT 1) AS m ON true
              LEFT JOIN LATERAL (
                SELECT v.version, v.types
                FROM ${schema}.inbox_version AS v
                WHERE v.consumer = :consumer AND v.tenant = g.tenant
                  AND v.aggregate_type = g.aggregate_type AND v.key = g.key
                LIMIT 1) AS v ON true)
            SELECT transaction_timestamp(),
                   CASE WHEN s.place = (SELECT min(f.place) FROM seen AS f WHERE f.record_id IS NULL)
                        THEN pg_try_advisory_xact_lock(s.lock) ELSE true END,
                   s.record_id, s.payload_hash, s.state, s.fence, s.version, s.types
            FROM seen AS s
            ORDER BY s.place
            """);
    insertAudit =
        in(
            schema,
            """
            INSERT INTO ${schema}.audit (
              recorded_at, record_id, tenant, operation, principal, key, action, subject, detail)
            SELECT coalesce(:now::timestamptz, statement_timestamp()),
                   a.record_id, a.tenant, :consumer, a.source, a.message_id, a.action, a.subject, a.detail
            FROM unnest(:auditRecordId::uuid[], :auditTenant::text[], :auditSource::text[], :auditMessageId::text[],
                        :auditAction::text[], :auditSubject::text[], :auditDetail::text[])
                 AS a (record_id, tenant, source, message_id, action, subject, detail)
            """);
    insertEvents =
        in(
            schema,
            """
            INSERT INTO ${schema}.outbox (
              id, aggregatetype, aggregateid, type, payload, event_key, aggregate_version, headers,
              tenant, record_id, recorded_at)
            SELECT e.id, e.aggregatetype, e.aggregateid, e.type, e.payload::jsonb, e.event_key,
                   e.aggregate_version, e.headers::jsonb,
                   e.tenant, e.record_id, coalesce(:now::timestamptz, statement_timestamp())
            FROM unnest(:eventId::uuid[], :eventAggregateType::text[], :eventAggregateId::text[], :eventType::text[],
                        :eventPayload::text[], :eventKey::text[], :eventVersion::bigint[], :eventHeaders::text[],
                        :eventTenant::text[], :eventRecordId::uuid[])
                 WITH ORDINALITY AS e (id, aggregatetype, aggregateid, type, payload,
                                       event_key, aggregate_version, headers, tenant, record_id, place)
            ORDER BY e.place
            ON CONFLICT (id) DO NOTHING
            """);
    insertMarkers =
        in(
            schema,
            """
            INSERT INTO ${schema}.inbox (
              recorded_at, expires_at, record_id, consumer, source, message_id, payload_hash)
            SELECT
              -- Null, and so an error, if a handler ended the transaction in which it was claimed.
              CASE WHEN coalesce(:transactionAt::timestamptz, transaction_timestamp()) = transaction_timestamp()
                   THEN coalesce(:now::timestamptz, statement_timestamp()) END,
              CASE WHEN n.is_over
                   THEN coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :retentionSeconds) END,
              n.record_id, :consumer, n.source, n.message_id, n.payload_hash
            FROM unnest(:newRecordId::uuid[], :newSource::text[], :newMessageId::text[], :newHash::bytea[], :newIsOver::boolean[])
                 AS n (record_id, source, message_id, payload_hash, is_over)
            ORDER BY n.source, n.message_id
            """);
    insertMessages =
        in(
            schema,
            """
            INSERT INTO ${schema}.inbox_message (
              received_at, due_at, fence, aggregate_version, attempts, consumer, source, message_id,
              state, tenant, type, aggregate_type, key, reason, payload_hash, headers, payload)
            SELECT coalesce(:now::timestamptz, statement_timestamp()),
                   coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => p.due_seconds),
                   0, p.aggregate_version, 1, :consumer, p.source, p.message_id,
                   p.state, p.tenant, p.type, p.aggregate_type, p.key, p.reason,
                   p.payload_hash, p.headers::jsonb, p.payload
            FROM unnest(:keptSource::text[], :keptMessageId::text[], :keptState::text[], :keptReason::text[],
                        :keptDueSeconds::float8[], :keptTenant::text[], :keptType::text[], :keptAggregateType::text[], :keptKey::text[],
                        :keptVersion::bigint[], :keptHash::bytea[], :keptHeaders::text[], :keptPayload::bytea[])
                 WITH ORDINALITY AS p (source, message_id, state, reason, due_seconds,
                                       tenant, type, aggregate_type, key, aggregate_version,
                                       payload_hash, headers, payload, place)
            ORDER BY p.place
            """);
    settleMessages =
        in(
            schema,
            """
            UPDATE ${schema}.inbox_message AS m
            SET state = CASE WHEN m.state = 'WAITING' AND m.fence = k.fence THEN k.state END,
                settled_at = CASE WHEN k.state IN ('APPLIED', 'IGNORED')
                                  THEN coalesce(:now::timestamptz, statement_timestamp()) END,
                due_at = coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => k.due_seconds),
                reason = k.reason
            FROM unnest(:heldSource::text[], :heldMessageId::text[], :heldState::text[], :heldReason::text[],
                        :heldDueSeconds::float8[], :heldFence::bigint[])
                 AS k (source, message_id, state, reason, due_seconds, fence)
            WHERE m.consumer = :consumer AND m.source = k.source AND m.message_id = k.message_id
            """);
    expireMarkers =
        in(
            schema,
            """
            UPDATE ${schema}.inbox AS i
            SET expires_at = coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :retentionSeconds)
            FROM unnest(:overSource::text[], :overMessageId::text[]) AS o (source, message_id)
            WHERE i.consumer = :consumer AND i.source = o.source AND i.message_id = o.message_id
            """);
    insertVersions =
        in(
            schema,
            """
            INSERT INTO ${schema}.inbox_version (moved_at, version, consumer, tenant, aggregate_type, key, types)
            SELECT coalesce(:now::timestamptz, statement_timestamp()),
                   b.version, :consumer, b.tenant, b.aggregate_type, b.key, b.types
            FROM unnest(:begunTenant::text[], :begunAggregateType::text[], :begunKey::text[], :begunVersion::bigint[], :begunTypes::text[])
                 AS b (tenant, aggregate_type, key, version, types)
            """);
    updateVersions =
        in(
            schema,
            """
            UPDATE ${schema}.inbox_version AS v
            SET version = CASE WHEN v.version = c.expected AND v.types = c.expected_types THEN c.version END,
                types = c.types,
                moved_at = coalesce(:now::timestamptz, statement_timestamp())
            FROM unnest(:movedTenant::text[], :movedAggregateType::text[], :movedKey::text[],
                        :movedExpected::bigint[], :movedExpectedTypes::text[], :movedVersion::bigint[], :movedTypes::text[])
                 AS c (tenant, aggregate_type, key, expected, expected_types, version, types)
            WHERE v.consumer = :consumer AND v.tenant = c.tenant
              AND v.aggregate_type = c.aggregate_type AND v.key = c.key
            """);
    release =
        in(
            schema,
            """
            UPDATE ${schema}.inbox_message AS m
            SET state = 'WAITING', due_at = coalesce(:now::timestamptz, statement_timestamp()),
                attempts = 0, reason = NULL
            FROM (
              SELECT p.source, p.message_id
              FROM unnest(:releasedTenant::text[], :releasedAggregateType::text[], :releasedKey::text[], :releasedVersion::bigint[])
                   AS r (tenant, aggregate_type, key, version)
              CROSS JOIN LATERAL (
                SELECT p.source, p.message_id
                FROM ${schema}.inbox_message AS p
                WHERE p.consumer = :consumer AND p.key = r.key AND p.tenant = r.tenant AND p.state = 'PARKED'
                  AND p.state IN ('WAITING', 'PARKED', 'DEAD')
                  AND coalesce(p.aggregate_type, '') = r.aggregate_type
                  AND p.aggregate_version <= r.version + 1
                OFFSET 0) AS p) AS held
            WHERE m.consumer = :consumer AND m.source = held.source AND m.message_id = held.message_id
              AND m.state = 'PARKED'
            """);
    insertViolations =
        in(
            schema,
            """
            INSERT INTO ${schema}.inbox_violation AS known (
              first_seen_at, last_seen_at, times, aggregate_version, consumer, source, message_id,
              tenant, type, aggregate_type, key, payload_hash, headers, payload)
            SELECT coalesce(:now::timestamptz, statement_timestamp()), coalesce(:now::timestamptz, statement_timestamp()),
                   1, w.aggregate_version, :consumer, w.source, w.message_id,
                   w.tenant, w.type, w.aggregate_type, w.key, w.payload_hash, w.headers::jsonb, w.payload
            FROM unnest(:wrongSource::text[], :wrongMessageId::text[], :wrongTenant::text[], :wrongType::text[],
                        :wrongAggregateType::text[], :wrongKey::text[], :wrongVersion::bigint[], :wrongHash::bytea[],
                        :wrongHeaders::text[], :wrongPayload::bytea[])
                 AS w (source, message_id, tenant, type, aggregate_type,
                       key, aggregate_version, payload_hash, headers, payload)
            ON CONFLICT ON CONSTRAINT inbox_violation_pkey
            DO UPDATE SET times = known.times + 1, last_seen_at = excluded.last_seen_at
            """);
  }

  private static String in(String schema, String sql) {
    return sql.replace("${schema}", schema);
  }
}
