package dev.semel.demo.cases;

/** The statements that change cases. */
final class CasesSql {
  /** {@code one_case_per_complaint} decides whether it is made. */
  static final String OPEN =
      """
      INSERT INTO casework.complaint_case (tenant, source, complaint_ref, subject, description)
      VALUES (:tenant, :source, :complaintRef, :subject, :description)
      ON CONFLICT (tenant, source, complaint_ref) DO NOTHING
      RETURNING case_id, source, complaint_ref, subject, state, version, opened_at
      """;

  static final String FIND_BY_COMPLAINT =
      """
      SELECT case_id, source, complaint_ref, subject, state, version, opened_at
      FROM casework.complaint_case
      WHERE tenant = :tenant AND source = :source AND complaint_ref = :complaintRef
      """;

  static final String MOVE =
      """
      UPDATE casework.complaint_case
      SET state = :to, version = version + 1, updated_at = statement_timestamp()
      WHERE tenant = :tenant AND case_id = :caseId
        AND state = ANY (string_to_array(:from, ','))
        AND (:expectedVersion::bigint IS NULL OR version = :expectedVersion)
      """;

  static final String STATE =
      """
      SELECT state, version FROM casework.complaint_case
      WHERE tenant = :tenant AND case_id = :caseId
      """;

  static final String END_ASSIGNMENT =
      """
      UPDATE casework.assignment SET ended_at = statement_timestamp()
      WHERE case_id = :caseId AND ended_at IS NULL
      """;

  static final String STOP_TIMERS =
      """
      UPDATE casework.sla_timer SET stopped_at = statement_timestamp()
      WHERE case_id = :caseId AND stopped_at IS NULL
      """;

  static final String LOCK =
      """
      SELECT case_id, state, version FROM casework.complaint_case
      WHERE tenant = :tenant AND case_id = :caseId
      FOR NO KEY UPDATE
      """;

  static final String NEXT_VERSION =
      """
      UPDATE casework.complaint_case
      SET version = version + 1, updated_at = statement_timestamp()
      WHERE case_id = :caseId
      RETURNING version
      """;

  private CasesSql() {}
}
