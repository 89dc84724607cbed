package dev.semel.debezium;

import dev.semel.jdbc.NamedSql;
import dev.semel.spi.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The relay's ordinary connections, each statement a transaction of its own.
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
      throw new StoreException(
          "could not %s (SQLSTATE %s): %s".formatted(what, e.getSQLState(), e.getMessage()), e);
    }
  }
}
