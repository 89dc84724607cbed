package dev.semel.demo.notes;

/** The statement on notes. */
final class NotesSql {
  static final String ADD =
      """
      INSERT INTO casework.note (tenant, case_id, author, text)
      VALUES (:tenant, :caseId, :author, :text)
      RETURNING note_id
      """;

  private NotesSql() {}
}
