package dev.semel.demo.officers;

/** The statements on officers and assignments. */
final class OfficersSql {
  /** Served by {@code one_primary_officer_per_case}. */
  static final String PRIMARY_OFFICER =
      """
      SELECT officer FROM casework.assignment
      WHERE case_id = :caseId AND ended_at IS NULL
      """;

  /** Whoever assigns to the same officer waits here, so that two cannot take one slot. */
  static final String LOCK_OFFICER =
      """
      SELECT officer FROM casework.officer
      WHERE tenant = :tenant AND officer = :officer
      FOR NO KEY UPDATE
      """;

  /** A statement of its own, after the lock: it sees what the one before has committed. */
  static final String FREE_SLOT =
      """
      SELECT min(s.slot) FROM generate_series(1, :maxActiveCases) AS s (slot)
      WHERE NOT EXISTS (
        SELECT FROM casework.assignment a
        WHERE a.tenant = :tenant AND a.officer = :officer AND a.slot = s.slot
          AND a.ended_at IS NULL)
      """;

  static final String END =
      """
      UPDATE casework.assignment SET ended_at = statement_timestamp()
      WHERE case_id = :caseId AND ended_at IS NULL
      """;

  /** {@code one_primary_officer_per_case} and {@code one_case_per_slot} have the last word. */
  static final String ASSIGN =
      """
      INSERT INTO casework.assignment (tenant, case_id, officer, slot)
      VALUES (:tenant, :caseId, :officer, :slot)
      """;

  static final String LIST =
      """
      SELECT o.officer, o.role, count(a.case_id)::int AS active_cases,
             :maxActiveCases::int AS max_active_cases
      FROM casework.officer o
      LEFT JOIN casework.assignment a
        ON a.tenant = o.tenant AND a.officer = o.officer AND a.ended_at IS NULL
      WHERE o.tenant = :tenant
      GROUP BY o.officer, o.role
      ORDER BY o.officer
      """;

  private OfficersSql() {}
}
