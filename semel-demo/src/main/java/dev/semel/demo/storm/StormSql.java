package dev.semel.demo.storm;

/** The statements of a storm: what to break, and what to count. */
final class StormSql {
  /** One that is at work, if there is one: it hurts more. */
  static final String KILL_CONNECTION =
      """
      SELECT pg_terminate_backend(pid) FROM (
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user
          AND application_name = 'semel-demo' AND pid <> pg_backend_pid()
        ORDER BY (state <> 'idle') DESC, random()
        LIMIT 1
      ) AS victim
      """;

  static final String COUNT_EFFECTS =
      """
      SELECT (SELECT count(*) FROM casework.complaint_case c
              WHERE c.tenant = 'storm' AND c.source = :storm)
           + (SELECT count(*) FROM casework.complaint_case desk
              JOIN casework.note n USING (case_id)
              WHERE desk.tenant = 'storm' AND desk.source = :storm || '-desk')
      """;

  /** Cases have the number of their intent as reference, notes as text. */
  static final String FIND =
      """
      WITH wanted AS (
        SELECT number FROM unnest(:numbers::int[]) AS w (number)
      ), made AS (
        SELECT c.complaint_ref AS number, c.case_id AS id, 'CaseOpened' AS type
        FROM casework.complaint_case c
        WHERE c.tenant = 'storm' AND c.source = :storm
        UNION ALL
        SELECT n.text, n.note_id, 'NoteAdded'
        FROM casework.complaint_case desk
        JOIN casework.note n USING (case_id)
        WHERE desk.tenant = 'storm' AND desk.source = :storm || '-desk'
      ), told AS (
        SELECT o.type, coalesce(o.payload ->> 'noteId', o.aggregateid) AS id
        FROM semel.outbox o
        WHERE o.tenant = 'storm' AND o.type IN ('CaseOpened', 'NoteAdded')
      ), effects AS (
        SELECT number, count(*) AS effects, array_agg(id) AS ids FROM made GROUP BY number
      ), events AS (
        SELECT m.number, count(*) AS events
        FROM made m JOIN told t ON t.type = m.type AND t.id = m.id::text
        GROUP BY m.number
      ), audits AS (
        SELECT key, count(*) AS audits FROM semel.audit
        WHERE tenant = 'storm' AND key LIKE :storm || '-%' GROUP BY key
      ), records AS (
        SELECT key, count(*) AS records FROM semel.intent
        WHERE tenant = 'storm' AND key LIKE :storm || '-%' GROUP BY key
      )
      SELECT w.number, coalesce(f.effects, 0) AS effects, coalesce(a.audits, 0) AS audits,
             coalesce(e.events, 0) AS events, coalesce(r.records, 0) AS records,
             coalesce(f.ids, '{}') AS ids
      FROM wanted w
      LEFT JOIN effects f ON f.number = w.number::text
      LEFT JOIN events e ON e.number = w.number::text
      LEFT JOIN audits a ON a.key = :storm || '-' || w.number
      LEFT JOIN records r ON r.key = :storm || '-' || w.number
      ORDER BY w.number
      """;

  private StormSql() {}
}
