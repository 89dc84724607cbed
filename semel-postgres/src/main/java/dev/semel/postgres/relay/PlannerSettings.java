package dev.semel.postgres.relay;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/**
 * Planner settings for reading the outbox. They are sent in front of the query in the same round
 * trip and end with its transaction, so a pooled connection keeps nothing of them.
 *
 * <p><b>Why.</b> A look finds a few rows by an index, but the server plans a statement once, by the
 * size of the table at that time. It would read the whole table because the outbox was small then,
 * or start workers and compile expressions because the table is large.
 */
final class PlannerSettings {
  /** A statement that goes in front of the query, separated by a semicolon. */
  static final String SQL =
      """
      SELECT set_config('enable_seqscan', 'off', true),
             set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)""";

  private PlannerSettings() {}

  /** Returns the result of the query behind the settings. */
  static ResultSet skipResult(PreparedStatement executed) throws SQLException {
    executed.getMoreResults();
    return Objects.requireNonNull(executed.getResultSet());
  }
}
