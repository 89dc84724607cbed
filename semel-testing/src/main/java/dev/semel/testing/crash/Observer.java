package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Looks at the database from outside, over one connection that no fault strikes. Safe for use by
 * several threads.
 */
final class Observer implements AutoCloseable {
  private static final String TABLES =
      """
      SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1
      """;
  private static final String OTHERS_AT_WORK =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend' AND state <> 'idle'
      """;
  private static final String WAITING_FOR_LOCKS =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
      """;

  private final Connection connection;

  private Observer(Connection connection) {
    this.connection = connection;
  }

  static Observer of(PostgresDatabase database) {
    try {
      return new Observer(database.connect());
    } catch (SQLException e) {
      throw new IllegalStateException("cannot look at " + database, e);
    }
  }

  /** How many rows each table has, but for those that do not count. */
  synchronized TableSizes tableSizes(Set<String> ignored) {
    List<String> tables = new ArrayList<>();
    query(TABLES, row -> tables.add(row.getString(1)));
    tables.removeAll(ignored);
    Map<String, Long> rows = new TreeMap<>();
    if (!tables.isEmpty()) {
      query(counting(tables), row -> rows.put(row.getString(1), row.getLong(2)));
    }
    return new TableSizes(rows);
  }

  private static String counting(List<String> tables) {
    return tables.stream()
        .map(table -> "SELECT '%s', count(*) FROM %s".formatted(table.replace("'", "''"), table))
        .collect(Collectors.joining(" UNION ALL "));
  }

  /** Whether a statement runs or a transaction is open. */
  synchronized boolean isAnybodyAtWork() {
    return count(OTHERS_AT_WORK) > 0;
  }

  synchronized boolean doesAnybodyWaitForALock() {
    return count(WAITING_FOR_LOCKS) > 0;
  }

  private long count(String sql) {
    List<Long> counts = new ArrayList<>();
    query(sql, row -> counts.add(row.getLong(1)));
    return counts.get(0);
  }

  /** Takes a row. */
  @FunctionalInterface
  private interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  private void query(String sql, Reader reader) {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        reader.read(rows);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("cannot look at the database: " + sql, e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("cannot close the observer's connection", e);
    }
  }
}
