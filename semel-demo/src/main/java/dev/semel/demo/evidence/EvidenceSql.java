package dev.semel.demo.evidence;

/** The statements on evidence. */
final class EvidenceSql {
  /** {@code same_evidence_once} decides whether it is made. */
  static final String SUBMIT =
      """
      INSERT INTO casework.evidence (tenant, case_id, name, sha256, note)
      VALUES (:tenant, :caseId, :name, :sha256, :note)
      ON CONFLICT (case_id, sha256) DO NOTHING
      RETURNING evidence_id
      """;

  static final String FIND =
      "SELECT evidence_id FROM casework.evidence WHERE case_id = :caseId AND sha256 = :sha256";

  private EvidenceSql() {}
}
