package dev.semel.demo.storm;

/** The statements that ask what became of a storm's events. */
final class EventsSql {
  static final String COMMITTED =
      """
      SELECT o.id FROM casework.complaint_case c
      JOIN semel.outbox o
        ON o.tenant = c.tenant AND o.aggregatetype = 'case' AND o.aggregateid = c.case_id::text
      WHERE c.tenant = 'storm' AND c.source IN (:storm, :storm || '-desk')
      """;

  static final String CASES =
      """
      SELECT case_id FROM casework.complaint_case
      WHERE tenant = 'storm' AND source IN (:storm, :storm || '-desk')
      """;

  /** Events that the dashboard has yet to apply. */
  static final String MISSING =
      """
      SELECT count(*) FROM casework.complaint_case c
      JOIN semel.outbox o
        ON o.tenant = c.tenant AND o.aggregatetype = 'case' AND o.aggregateid = c.case_id::text
      WHERE c.tenant = 'storm' AND c.source IN (:storm, :storm || '-desk')
        AND NOT EXISTS (
          SELECT FROM casework.dashboard_applied a
          WHERE a.case_id = c.case_id AND a.event_id = o.id)
      """;

  /** Each row must follow the version before it; and the dashboard must be as the cases are. */
  static final String APPLIED =
      """
      WITH mine AS (
        SELECT c.case_id, c.state, c.version, a.officer,
               (SELECT count(*) FROM casework.note n WHERE n.case_id = c.case_id) AS notes
        FROM casework.complaint_case c
        LEFT JOIN casework.assignment a ON a.case_id = c.case_id AND a.ended_at IS NULL
        WHERE c.tenant = 'storm' AND c.source IN (:storm, :storm || '-desk')
      ), applied AS (
        SELECT a.event_id, a.version,
               lag(a.version, 1, 0::bigint) OVER (PARTITION BY a.case_id ORDER BY a.place) AS before
        FROM mine JOIN casework.dashboard_applied a USING (case_id)
      )
      SELECT (SELECT count(*) FROM applied) AS applied,
             (SELECT count(*) - count(DISTINCT event_id) FROM applied) AS applied_twice,
             (SELECT count(*) FROM applied WHERE version <> before + 1) AS out_of_order,
             (SELECT count(*) FROM mine LEFT JOIN casework.dashboard_case d USING (case_id)
              WHERE (d.state, d.version, d.officer, d.notes)
                IS DISTINCT FROM (mine.state, mine.version, mine.officer, mine.notes)) AS wrong_cases
      """;

  /** The latest event of a case. */
  static final String LATEST =
      """
      SELECT recorded_at FROM semel.outbox
      WHERE tenant = 'storm' AND aggregatetype = 'case' AND aggregateid = :caseId
      ORDER BY aggregate_version DESC
      LIMIT 1
      """;

  private EventsSql() {}
}
