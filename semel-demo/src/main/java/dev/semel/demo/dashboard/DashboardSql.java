package dev.semel.demo.dashboard;

/** The statements of the dashboard. */
final class DashboardSql {
  /**
   * Takes over what an event says, and counts it. Null leaves a state as it is; that an officer is
   * null may mean that a case has none any more.
   */
  static final String APPLY =
      """
      WITH applied AS (
        INSERT INTO casework.dashboard_applied (event_id, tenant, case_id, version)
        VALUES (:eventId::uuid, :tenant, :caseId::uuid, :version)
      )
      INSERT INTO casework.dashboard_case AS d (tenant, case_id, state, officer, notes, version, events)
      VALUES (:tenant, :caseId::uuid, coalesce(:state, 'OPEN'), :officer, :notes, :version, 1)
      ON CONFLICT (case_id) DO UPDATE SET
        state = coalesce(:state, d.state),
        officer = CASE WHEN :officerChanges THEN excluded.officer ELSE d.officer END,
        notes = d.notes + excluded.notes,
        version = excluded.version,
        events = d.events + 1,
        updated_at = statement_timestamp()
      """;

  /** Served by {@code dashboard_case_by_state}. */
  static final String STATES =
      """
      SELECT s.state, count(d.case_id) AS cases
      FROM (VALUES (1, 'OPEN'), (2, 'ESCALATED'), (3, 'APPROVED'), (4, 'CLOSED')) AS s (place, state)
      LEFT JOIN casework.dashboard_case d ON d.tenant = :tenant AND d.state = s.state
      GROUP BY s.place, s.state
      ORDER BY s.place
      """;

  static final String OFFICERS =
      """
      SELECT officer, count(*) AS cases FROM casework.dashboard_case
      WHERE tenant = :tenant AND officer IS NOT NULL
      GROUP BY officer
      ORDER BY cases DESC, officer
      LIMIT :limit
      """;

  /** The dashboard beside the truth, which only a demo has at hand. */
  static final String TOTALS =
      """
      SELECT count(d.case_id) AS cases, coalesce(sum(d.notes), 0) AS notes,
             coalesce(sum(d.events), 0) AS events,
             count(*) FILTER (WHERE d.version IS DISTINCT FROM c.version) AS behind
      FROM casework.complaint_case c
      LEFT JOIN casework.dashboard_case d USING (case_id)
      WHERE c.tenant = :tenant
      """;

  private DashboardSql() {}
}
