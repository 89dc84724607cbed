package dev.semel.demo.timeline;

/** The statement on a case's history. */
final class TimelineSql {
  /** Audit rows by {@code audit_subject}; each event belongs to the command of an audit row. */
  static final String HISTORY =
      """
      WITH commands AS (
        SELECT recorded_at, record_id, operation, principal, key, action, detail
        FROM semel.audit
        WHERE tenant = :tenant AND subject = :caseId
      )
      SELECT 'audit' AS kind, recorded_at, record_id, operation, principal, key,
             action, detail, NULL AS type, NULL::bigint AS version, NULL::text AS payload, 0 AS seq
      FROM commands
      UNION ALL
      SELECT 'event', o.recorded_at, o.record_id, c.operation, c.principal, c.key,
             NULL, NULL, o.type, o.aggregate_version, o.payload::text, o.seq
      FROM semel.outbox o
      JOIN (SELECT DISTINCT record_id, operation, principal, key FROM commands) AS c USING (record_id)
      WHERE o.tenant = :tenant AND o.aggregatetype = 'case' AND o.aggregateid = :caseId
      ORDER BY recorded_at, record_id, seq
      LIMIT :limit
      """;

  private TimelineSql() {}
}
