package dev.semel.postgres;

import dev.semel.jdbc.NamedSql;

/**
 * The statements of the atomic protocol, for one schema.
 *
 * <p>{@code :now} is null in production, so that the database's own clock counts; tests give a time
 * of their own.
 */
final class IntentSql {
  /** What is read of a record, in the order that {@link RecordReader} expects. */
  static final String RECORD_COLUMNS =
      """
      i.record_id, i.state, i.answer, i.fingerprint_scheme, i.fingerprint_schema, i.fingerprint,
      i.content_type, i.content_schema, i.content, i.reference_type, i.reference_id, i.code, i.detail,
      i.reason, i.fence, i.attempts, i.claimed_at, i.settled_at, i.expires_at, i.lease_owner, i.lease_until,
      (extract(epoch FROM i.lease_until - coalesce(:now::timestamptz, statement_timestamp())) * 1000000)::bigint""";

  /**
   * Tries the lock and reads the record, in one statement. The snapshot may be older than the lock;
   * the unique key has the last word. The lock is tried only where there is no record that answers.
   */
  final String claim;

  /** As {@link #claim}, but reads only the id of the record. */
  final String claimById;

  /** The record of an intent, also if its retention has ended. */
  final NamedSql record;

  /** The record of an intent, unless its retention has ended. */
  final NamedSql find;

  /**
   * A new record, complete. A plain INSERT: if another attempt won, all of this flight must fail.
   */
  final String insertRecord;

  /** A record that no longer answers makes way for the new one. */
  final String deleteReplaced;

  /** One audit entry, as most commands have. */
  final String insertAuditEntry;

  /** Any number of audit entries; it pays from a few on. */
  final String insertAuditEntries;

  /**
   * One event, as most commands have. One event key, one row: what was published before is left
   * alone.
   */
  final String insertEvent;

  /** Any number of events, in their order; it pays from a few on. */
  final String insertEvents;

  /** The end of leased work, only while the fence is current. */
  final String completeLease;

  IntentSql(String schema) {
    String claimOf =
        """
        SELECT transaction_timestamp(),
               CASE WHEN i.record_id IS NULL
                      OR i.state = 'RELEASED'
                      OR i.expires_at <= coalesce(:now::timestamptz, statement_timestamp())
                    THEN pg_try_advisory_xact_lock(:lock) END,
               coalesce(i.expires_at <= coalesce(:now::timestamptz, statement_timestamp()), false),
               ${columns}
        FROM (VALUES (1)) AS one (row)
        LEFT JOIN ${schema}.intent AS i
          ON i.tenant = :tenant AND i.operation = :operation
         AND i.principal = :principal AND i.key = :key
        """
            .replace("${schema}", schema);
    claim = claimOf.replace("${columns}", RECORD_COLUMNS);
    claimById = claimOf.replace("${columns}", "i.record_id");
    record =
        NamedSql.of(
            """
            SELECT ${columns}
            FROM ${schema}.intent AS i
            WHERE i.tenant = :tenant AND i.operation = :operation
              AND i.principal = :principal AND i.key = :key
            """
                .replace("${columns}", RECORD_COLUMNS)
                .replace("${schema}", schema));
    find =
        NamedSql.of(
            """
            SELECT ${columns}
            FROM ${schema}.intent AS i
            WHERE i.tenant = :tenant AND i.operation = :operation
              AND i.principal = :principal AND i.key = :key
              AND (i.expires_at IS NULL
                   OR i.expires_at > coalesce(:now::timestamptz, statement_timestamp()))
            """
                .replace("${columns}", RECORD_COLUMNS)
                .replace("${schema}", schema));
    insertRecord =
        """
        INSERT INTO ${schema}.intent (
          claimed_at, settled_at, expires_at, fence, record_id, attempts,
          tenant, operation, principal, key,
          fingerprint_scheme, fingerprint_schema, fingerprint,
          state, answer, reason, code, detail,
          reference_type, reference_id, content_type, content_schema, content)
        VALUES (
          -- Null, and so an error, if the effect ended the transaction in which it was claimed.
          CASE WHEN coalesce(:transactionAt::timestamptz, transaction_timestamp()) = transaction_timestamp()
               THEN transaction_timestamp() END,
          coalesce(:now::timestamptz, statement_timestamp()),
          coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :retentionSeconds),
          0, :recordId, :attempts,
          :tenant, :operation, :principal, :key,
          :fingerprintScheme, :fingerprintSchema, :fingerprint,
          :state, :answer, :reason, :code, :detail,
          :referenceType, :referenceId, :contentType, :contentSchema, :content)
        """
            .replace("${schema}", schema);
    deleteReplaced =
        """
        DELETE FROM ${schema}.intent
        WHERE tenant = :tenant AND operation = :operation AND principal = :principal AND key = :key
          AND record_id = :replaced
          AND (state = 'RELEASED' OR expires_at <= coalesce(:now::timestamptz, statement_timestamp()))
        """
            .replace("${schema}", schema);
    insertAuditEntry =
        """
        INSERT INTO ${schema}.audit (
          recorded_at, record_id, tenant, operation, principal, key, action, subject, detail)
        VALUES (coalesce(:now::timestamptz, statement_timestamp()), :recordId,
                :tenant, :operation, :principal, :key, :auditAction, :auditSubject, :auditDetail)
        """
            .replace("${schema}", schema);
    insertAuditEntries =
        """
        INSERT INTO ${schema}.audit (
          recorded_at, record_id, tenant, operation, principal, key, action, subject, detail)
        SELECT coalesce(:now::timestamptz, statement_timestamp()), :recordId,
               :tenant, :operation, :principal, :key, a.action, a.subject, a.detail
        FROM unnest(:auditAction::text[], :auditSubject::text[], :auditDetail::text[]) AS a (action, subject, detail)
        """
            .replace("${schema}", schema);
    insertEvent =
        """
        INSERT INTO ${schema}.outbox (
          id, aggregatetype, aggregateid, type, payload, event_key, aggregate_version, headers,
          tenant, record_id, recorded_at)
        VALUES (:eventId, :eventAggregateType, :eventAggregateId, :eventType, :eventPayload::jsonb,
                :eventKey, :eventVersion, :eventHeaders::jsonb,
                :tenant, :recordId, coalesce(:now::timestamptz, statement_timestamp()))
        ON CONFLICT (id) DO NOTHING
        """
            .replace("${schema}", schema);
    insertEvents =
        """
        INSERT INTO ${schema}.outbox (
          id, aggregatetype, aggregateid, type, payload, event_key, aggregate_version, headers,
          tenant, record_id, recorded_at)
        SELECT e.id, e.aggregatetype, e.aggregateid, e.type, e.payload::jsonb, e.event_key,
               e.aggregate_version, e.headers::jsonb,
               :tenant, :recordId, coalesce(:now::timestamptz, statement_timestamp())
        FROM unnest(:eventId::uuid[], :eventAggregateType::text[], :eventAggregateId::text[], :eventType::text[],
                    :eventPayload::text[], :eventKey::text[], :eventVersion::bigint[], :eventHeaders::text[])
             WITH ORDINALITY AS e (id, aggregatetype, aggregateid, type, payload,
                                   event_key, aggregate_version, headers, place)
        ORDER BY e.place
        ON CONFLICT (id) DO NOTHING
        """
            .replace("${schema}", schema);
    completeLease =
        """
        UPDATE ${schema}.intent
        SET settled_at = coalesce(:now::timestamptz, statement_timestamp()),
            expires_at = coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :retentionSeconds),
            lease_owner = NULL, lease_until = NULL,
            state = :state, answer = :answer, reason = :reason, code = :code, detail = :detail,
            reference_type = :referenceType, reference_id = :referenceId,
            content_type = :contentType, content_schema = :contentSchema, content = :content
        WHERE tenant = :tenant AND operation = :operation AND principal = :principal AND key = :key
          AND record_id = :recordId AND fence = :fence AND state = 'RUNNING'
        """
            .replace("${schema}", schema);
  }
}
