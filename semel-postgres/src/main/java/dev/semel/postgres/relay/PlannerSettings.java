package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What the server may consider when it plans a look at the outbox. Each look finds a few rows by an
 * index, but the server cannot know: it plans a statement once, by what the table was then.
 *
 * @param scans whether it may read the whole table. It would choose to while the outbox is new and
 *     small, and go on doing so however large it has become
 * @param workers how many processes it may start to help. Looks at a large table seem to be worth
 *     some; starting them takes ten times as long as the look
 * @param compiles whether it may compile an expression, which seems worth it for the same reason
 */
record PlannerSettings(String scans, String workers, String compiles) {
  static final PlannerSettings FOR_LOOKS = new PlannerSettings("off", "0", "off");

  private static final NamedSql READ =
      NamedSql.of(
          """
          SELECT current_setting('enable_seqscan'),
                 current_setting('max_parallel_workers_per_gather'), current_setting('jit')
          """);
  private static final NamedSql WRITE =
      NamedSql.of(
          """
          SELECT set_config('enable_seqscan', :scans, false),
                 set_config('max_parallel_workers_per_gather', :workers, false),
                 set_config('jit', :compiles, false)
          """);

  static PlannerSettings of(Connection connection) throws SQLException {
    try (NamedSql.Bound bound = READ.prepare(connection);
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return new PlannerSettings(row.getString(1), row.getString(2), row.getString(3));
    }
  }

  void applyTo(Connection connection) throws SQLException {
    try (NamedSql.Bound bound = WRITE.prepare(connection)) {
      bound
          .setString("scans", scans)
          .setString("workers", workers)
          .setString("compiles", compiles)
          .statement()
          .execute();
    }
  }
}
