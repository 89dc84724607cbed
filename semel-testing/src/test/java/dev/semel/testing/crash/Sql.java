package dev.semel.testing.crash;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Statements of handlers that are explored. */
final class Sql {
  private Sql() {}

  static int update(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = bound(connection, sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  static long count(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = bound(connection, sql, parameters);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  static @Nullable String text(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = bound(connection, sql, parameters);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? row.getString(1) : null;
    }
  }

  private static PreparedStatement bound(
      Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }
}
