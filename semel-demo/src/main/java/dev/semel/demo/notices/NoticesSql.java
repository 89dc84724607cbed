package dev.semel.demo.notices;

/** The statements on notices. */
final class NoticesSql {
  /** {@code one_notice} decides whether it is made. */
  static final String REQUEST =
      """
      INSERT INTO casework.notice (tenant, case_id, recipient, template, event)
      VALUES (:tenant, :caseId, :recipient, :template, :event)
      ON CONFLICT (case_id, recipient, template, event) DO NOTHING
      RETURNING notice_id
      """;

  static final String FIND =
      """
      SELECT notice_id FROM casework.notice
      WHERE case_id = :caseId AND recipient = :recipient AND template = :template AND event = :event
      """;

  private NoticesSql() {}
}
