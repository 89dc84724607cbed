package dev.semel.demo.notices;

/** The statements of the post. */
final class PostSql {
  static final String SEND =
      """
      INSERT INTO casework.sent_notice (notice_id, tenant, case_id, recipient, template)
      VALUES (:noticeId::uuid, :tenant, :caseId::uuid, :recipient, :template)
      """;

  static final String COUNTS =
      """
      SELECT (SELECT count(*) FROM casework.notice) AS requested,
             (SELECT count(*) FROM casework.sent_notice) AS sent
      """;

  private PostSql() {}
}
