package dev.semel.demo.timers;

/** The statements on timers. */
final class TimersSql {
  /** {@code one_active_timer} decides whether it is made. */
  static final String START =
      """
      INSERT INTO casework.sla_timer (tenant, case_id, type, due_at)
      VALUES (:tenant, :caseId, :type, statement_timestamp() + make_interval(hours => :dueInHours))
      ON CONFLICT (case_id, type) WHERE stopped_at IS NULL DO NOTHING
      RETURNING due_at
      """;

  static final String STOP =
      """
      UPDATE casework.sla_timer SET stopped_at = statement_timestamp()
      WHERE case_id = :caseId AND type = :type AND stopped_at IS NULL
      """;

  private TimersSql() {}
}
