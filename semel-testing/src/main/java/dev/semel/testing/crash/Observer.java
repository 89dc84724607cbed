package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
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
  private static final String OTHERS_AT_WORK =
      """
      SELECT format('%s: %s', state, left(regexp_replace(query, '\\s+', ' ', 'g'), 90))
      FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend' AND state <> 'idle'
      """;
  private static final String END_OTHERS_AT_WORK =
      """
      SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend' AND state <> 'idle'
      """;

  /** Locks of sessions, and transactions that were prepared: they outlive a transaction. */
  private static final String LASTING =
      """
      SELECT format('an advisory lock of session %s', pid) FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      UNION ALL
      SELECT format('the prepared transaction %L', gid) FROM pg_prepared_xacts
      WHERE database = current_database()
      """;

  private static final String WAITING_FOR_LOCKS =
      """
      SELECT pid::text FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
      """;

  private final Connection connection;
  private final ChangeLog changeLog;

  private Observer(Connection connection, ChangeLog changeLog) {
    this.connection = connection;
    this.changeLog = changeLog;
  }

  static Observer of(PostgresDatabase database) {
    try {
      Connection connection = database.connect();
      return new Observer(connection, logIn(connection));
    } catch (SQLException e) {
      throw new IllegalStateException("cannot look at " + database, e);
    }
  }

  private static ChangeLog logIn(Connection connection) throws SQLException {
    try {
      return ChangeLog.in(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * What is in the tables, and what was done to them since they were first looked at, but for those
   * that do not count.
   */
  synchronized Footprint footprint(Set<String> ignored) {
    Map<String, Long> rows = new TreeMap<>();
    try {
      List<Table> tables = Table.in(connection);
      Set<String> counted = names(tables);
      counted.removeAll(ignored);
      if (!counted.isEmpty()) {
        query(counting(counted), row -> rows.put(row.getString(1), row.getLong(2)));
      }
      changeLog.watch(tables);
      Map<String, Long> changed = changeLog.count(ChangeLog.CHANGED);
      Map<String, Long> removed = changeLog.count(ChangeLog.REMOVED);
      changed.keySet().removeAll(ignored);
      removed.keySet().removeAll(ignored);
      return new Footprint(rows, changed, removed);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "cannot see what is in the tables, or which rows are changed", e);
    }
  }

  /** The names of all tables, with their schemas. */
  synchronized Set<String> tables() {
    try {
      return names(Table.in(connection));
    } catch (SQLException e) {
      throw new IllegalStateException("cannot see which tables there are", e);
    }
  }

  private static Set<String> names(List<Table> tables) {
    return tables.stream().map(Table::name).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String counting(Set<String> tables) {
    return tables.stream()
        .map(table -> "SELECT '%s', count(*) FROM %s".formatted(table.replace("'", "''"), table))
        .collect(Collectors.joining(" UNION ALL "));
  }

  /** The statements that run, and those after which a transaction was left open. */
  synchronized List<String> othersAtWork() {
    return texts(OTHERS_AT_WORK);
  }

  /** Ends the sessions in which a statement runs or a transaction is open. */
  synchronized void endOthersAtWork() {
    texts(END_OTHERS_AT_WORK);
  }

  /** What lasts beyond a transaction. */
  synchronized List<String> lasting() {
    return texts(LASTING);
  }

  synchronized boolean doesAnybodyWaitForALock() {
    return !texts(WAITING_FOR_LOCKS).isEmpty();
  }

  private List<String> texts(String sql) {
    List<String> texts = new ArrayList<>();
    query(sql, row -> texts.add(row.getString(1)));
    return texts;
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
    try (connection) {
      // A transaction that was left open keeps the triggers of its tables.
      endOthersAtWork();
      changeLog.forget();
    } catch (SQLException e) {
      throw new IllegalStateException("cannot take back what was made to see changes", e);
    }
  }
}
