package dev.semel.demo.flow;

/** The statements that count events. */
final class FlowSql {
  static final String COUNTS =
      """
      SELECT (SELECT count(*) FROM semel.outbox) AS committed,
             (SELECT count(*) FROM casework.dashboard_applied) AS applied
      """;

  private FlowSql() {}
}
