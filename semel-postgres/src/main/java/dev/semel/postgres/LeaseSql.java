package dev.semel.postgres;

import dev.semel.jdbc.NamedSql;

/**
 * The statements of leases, for one schema. Each is one transaction, but for {@link
 * #insertRunning}.
 */
final class LeaseSql {
  /** Follows a claim that found nothing in the way, in the same transaction. */
  final NamedSql insertRunning;

  /** As {@link #insertRunning}, where a record that no longer answers makes way first. */
  final NamedSql replaceByRunning;

  /** Grants a given-back record anew. */
  final NamedSql resume;

  final NamedSql renew;
  final NamedSql release;
  final NamedSql markUnknown;

  /** Decides about stale or unknown work, takes it from its owner, and notes why. */
  final NamedSql recover;

  LeaseSql(String schema, IntentSql intents) {
    String insert =
        """
        INSERT INTO ${schema}.intent (
          claimed_at, fence, record_id, attempts, tenant, operation, principal, key, state,
          fingerprint_scheme, fingerprint_schema, fingerprint, lease_owner, lease_until)
        VALUES (
          transaction_timestamp(), 1, :recordId, 1, :tenant, :operation, :principal, :key, 'RUNNING',
          :fingerprintScheme, :fingerprintSchema, :fingerprint, :owner,
          coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :leaseSeconds))
        RETURNING record_id, fence, lease_until;
        COMMIT
        """
            .replace("${schema}", schema);
    insertRunning = NamedSql.of(insert);
    replaceByRunning = NamedSql.of(intents.deleteReplaced + ";\n" + insert);
    resume =
        NamedSql.of(
            """
            UPDATE ${schema}.intent
            SET state = 'RUNNING', fence = fence + 1, attempts = attempts + 1, reason = NULL, expires_at = NULL,
                lease_owner = :owner,
                lease_until = coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :leaseSeconds)
            WHERE tenant = :tenant AND operation = :operation AND principal = :principal AND key = :key
              AND record_id = :recordId AND fence = :fence AND state = 'RELEASED'
            RETURNING record_id, fence, lease_until
            """
                .replace("${schema}", schema));
    renew =
        NamedSql.of(
            """
            UPDATE ${schema}.intent
            SET lease_until = coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :leaseSeconds)
            WHERE tenant = :tenant AND operation = :operation AND principal = :principal AND key = :key
              AND record_id = :recordId AND fence = :fence AND state = 'RUNNING'
            RETURNING record_id, fence, lease_until
            """
                .replace("${schema}", schema));
    release =
        NamedSql.of(
            """
            UPDATE ${schema}.intent
            SET state = 'RELEASED', lease_owner = NULL, lease_until = NULL, reason = :reason,
                expires_at = coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :retentionSeconds)
            WHERE tenant = :tenant AND operation = :operation AND principal = :principal AND key = :key
              AND record_id = :recordId AND fence = :fence AND state = 'RUNNING'
            """
                .replace("${schema}", schema));
    markUnknown =
        NamedSql.of(
            """
            UPDATE ${schema}.intent
            SET state = 'UNKNOWN', lease_owner = NULL, lease_until = NULL, reason = :reason
            WHERE tenant = :tenant AND operation = :operation AND principal = :principal AND key = :key
              AND record_id = :recordId AND fence = :fence AND state = 'RUNNING'
            """
                .replace("${schema}", schema));
    recover =
        NamedSql.of(
            """
            WITH decided AS (
              UPDATE ${schema}.intent
              SET state = :state, fence = fence + 1, lease_owner = NULL, lease_until = NULL,
                  answer = :answer, reason = :reason, code = :code, detail = :detail,
                  content_type = :contentType, content_schema = :contentSchema, content = :content,
                  reference_type = :referenceType, reference_id = :referenceId,
                  settled_at = CASE WHEN :settled THEN coalesce(:now::timestamptz, statement_timestamp()) END,
                  expires_at = CASE WHEN :state <> 'UNKNOWN'
                    THEN coalesce(:now::timestamptz, statement_timestamp()) + make_interval(secs => :retentionSeconds) END
              WHERE tenant = :tenant AND operation = :operation AND principal = :principal AND key = :key
                AND record_id = :recordId AND fence = :fence
                AND (state = 'UNKNOWN'
                     OR state = 'RUNNING'
                        AND lease_until <= coalesce(:now::timestamptz, statement_timestamp()))
              RETURNING record_id, fence)
            INSERT INTO ${schema}.recovery (decided_at, record_id, fence, classification, reason, decided_by)
            SELECT coalesce(:now::timestamptz, statement_timestamp()), record_id, fence,
                   :classification, :why, :decidedBy
            FROM decided
            """
                .replace("${schema}", schema));
  }
}
