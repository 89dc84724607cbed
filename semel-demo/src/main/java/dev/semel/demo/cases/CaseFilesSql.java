package dev.semel.demo.cases;

/** The statements that read cases. */
final class CaseFilesSql {
  /** Served by {@code complaint_case_newest}. */
  static final String LIST =
      """
      SELECT c.case_id, c.source, c.complaint_ref, c.subject, c.state, c.version,
             a.officer, c.opened_at, c.updated_at
      FROM casework.complaint_case c
      LEFT JOIN casework.assignment a ON a.case_id = c.case_id AND a.ended_at IS NULL
      WHERE c.tenant = :tenant AND (:state::text IS NULL OR c.state = :state)
      ORDER BY c.opened_at DESC, c.case_id
      LIMIT :limit
      """;

  static final String COUNTS =
      """
      SELECT s.state, count(c.case_id) AS cases
      FROM (VALUES (1, 'OPEN'), (2, 'ESCALATED'), (3, 'APPROVED'), (4, 'CLOSED')) AS s (place, state)
      LEFT JOIN casework.complaint_case c ON c.tenant = :tenant AND c.state = s.state
      GROUP BY s.place, s.state
      ORDER BY s.place
      """;

  static final String FIND =
      """
      SELECT c.case_id, c.source, c.complaint_ref, c.subject, c.state, c.version,
             a.officer, c.opened_at, c.updated_at
      FROM casework.complaint_case c
      LEFT JOIN casework.assignment a ON a.case_id = c.case_id AND a.ended_at IS NULL
      WHERE c.tenant = :tenant AND c.case_id = :caseId
      """;

  static final String DESCRIPTION =
      "SELECT description FROM casework.complaint_case WHERE case_id = :caseId";

  static final String TIMERS =
      """
      SELECT type, started_at, due_at, stopped_at FROM casework.sla_timer
      WHERE case_id = :caseId
      ORDER BY started_at, timer_id
      LIMIT :limit
      """;

  static final String EVIDENCE =
      """
      SELECT name, sha256, note, submitted_at FROM casework.evidence
      WHERE case_id = :caseId
      ORDER BY submitted_at, evidence_id
      LIMIT :limit
      """;

  /** Served by {@code note_of_case}. */
  static final String NOTES =
      """
      SELECT author, text, added_at FROM casework.note
      WHERE case_id = :caseId
      ORDER BY added_at, note_id
      LIMIT :limit
      """;

  /** Served by {@code ledger_posting_of_case}. */
  static final String FEES =
      """
      SELECT p.source_operation, sum(e.debit_cents)::bigint AS amount_cents, p.currency, p.posted_at
      FROM casework.ledger_posting p
      JOIN casework.ledger_entry e USING (posting_id)
      WHERE p.case_id = :caseId
      GROUP BY p.posting_id
      ORDER BY p.posted_at, p.posting_id
      LIMIT :limit
      """;

  static final String NOTICES =
      """
      SELECT n.recipient, n.template, n.event, n.requested_at, min(s.sent_at) AS sent_at
      FROM casework.notice n
      LEFT JOIN casework.sent_notice s USING (notice_id)
      WHERE n.case_id = :caseId
      GROUP BY n.notice_id
      ORDER BY n.requested_at, n.notice_id
      LIMIT :limit
      """;

  private CaseFilesSql() {}
}
