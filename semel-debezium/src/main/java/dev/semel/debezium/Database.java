package dev.semel.debezium;

import dev.semel.jdbc.NamedSql;
import dev.semel.spi.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * The relay's ordinary connections.
 *
 * @param schema as it stands in statements
 */
record Database(DataSource dataSource, String schema) {
  /** Something done on a connection. */
  interface Work<V> {
    V on(Connection connection) throws SQLException;
  }

  /** A statement, with this schema. */
  NamedSql sql(String text) {
    return NamedSql.of(text.replace("${schema}", '"' + schema + '"'));
  }

  /** Each statement is a transaction of its own. */
  <V> V autocommitted(String what, Work<V> work) {
    try (Connection connection = dataSource.getConnection()) {
      boolean before = connection.getAutoCommit();
      if (!before) {
        connection.setAutoCommit(true);
      }
      V result = work.on(connection);
      if (!before) {
        connection.setAutoCommit(false);
      }
      return result;
    } catch (SQLException e) {
      throw failed(what, e);
    }
  }

  /** All in one transaction, which is on disk when this returns. */
  <V> V transacted(String what, Work<V> work) {
    try (Connection connection = dataSource.getConnection()) {
      boolean before = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try {
        waitForTheDisk(connection);
        V result = work.on(connection);
        connection.commit();
        connection.setAutoCommit(before);
        return result;
      } catch (SQLException | RuntimeException e) {
        rollBack(connection, e);
        throw e;
      }
    } catch (SQLException e) {
      throw failed(what, e);
    }
  }

  private static void rollBack(Connection connection, Exception cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private static void waitForTheDisk(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          SELECT set_config('synchronous_commit', 'local', true)
          WHERE current_setting('synchronous_commit') = 'off'
          """);
    }
  }

  private static StoreException failed(String what, SQLException e) {
    return new StoreException(
        "could not %s (SQLSTATE %s): %s".formatted(what, e.getSQLState(), e.getMessage()), e);
  }
}
