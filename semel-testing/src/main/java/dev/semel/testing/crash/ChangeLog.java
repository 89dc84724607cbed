package dev.semel.testing.crash;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the rows of each table that were changed or removed, by triggers that write in the
 * transaction that does so: what is rolled back is not counted. A row that is written again as it
 * was has not been changed. It uses the connection of its owner, who sees to its threads.
 *
 * <p>Semel's own tables are left out: leases are renewed and messages tried again as often as it
 * takes, and what that comes to is seen in the rows that they have in the end.
 */
final class ChangeLog {
  static final String CHANGED = "UPDATE";
  static final String REMOVED = "DELETE";

  /** Nobody should be at work when tables are looked at; the limit is for those who are. */
  private static final String PREPARE =
      """
      SET lock_timeout = '30s';
      DROP SCHEMA IF EXISTS crash_explorer CASCADE;
      CREATE SCHEMA crash_explorer;
      CREATE TABLE crash_explorer.change (operation text NOT NULL, of_table text NOT NULL);
      CREATE FUNCTION crash_explorer.note_change() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
      BEGIN
        IF TG_OP = 'DELETE' OR OLD::text IS DISTINCT FROM NEW::text THEN
          INSERT INTO crash_explorer.change (operation, of_table) VALUES (TG_OP, TG_ARGV[0]);
        END IF;
        RETURN NULL;
      END
      $$
      """;

  private static final String COUNT =
      "SELECT of_table, count(*) FROM crash_explorer.change WHERE operation = ? GROUP BY 1";

  private static final String FORGET = "DROP SCHEMA IF EXISTS crash_explorer CASCADE";

  private final Connection connection;

  private ChangeLog(Connection connection) {
    this.connection = connection;
  }

  static ChangeLog in(Connection connection) throws SQLException {
    execute(connection, PREPARE);
    return new ChangeLog(connection);
  }

  /** Watches those of the tables that are not watched yet. */
  void watch(List<Table> tables) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (Table table : tables) {
        if (!table.ofSemel() && !table.watched()) {
          String name = table.name();
          statement.execute(
              """
              CREATE TRIGGER crash_explorer_change AFTER UPDATE OR DELETE ON %s
                FOR EACH ROW EXECUTE FUNCTION crash_explorer.note_change(%s)
              """
                  .formatted(name, statement.enquoteLiteral(name)));
        }
      }
    }
  }

  /** How often that was done to rows since they are watched, by table. */
  Map<String, Long> count(String operation) throws SQLException {
    Map<String, Long> counts = new TreeMap<>();
    try (PreparedStatement statement = connection.prepareStatement(COUNT)) {
      statement.setString(1, operation);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          counts.put(rows.getString(1), rows.getLong(2));
        }
      }
    }
    return counts;
  }

  /** Takes back what it has made, the triggers with it. */
  void forget() throws SQLException {
    execute(connection, FORGET);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
