package dev.semel.torture.bank;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One statement, its parameters, its rows. */
public final class Sql {
  private Sql() {}

  /** Makes something of a row. */
  @FunctionalInterface
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  public static int update(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  public static <T> List<T> query(
      Connection connection, RowReader<T> reader, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      List<T> read = new ArrayList<>();
      while (rows.next()) {
        read.add(reader.read(rows));
      }
      return read;
    }
  }

  /** The first row, or null if there is none. */
  public static <T> @Nullable T first(
      Connection connection, RowReader<T> reader, String sql, @Nullable Object... parameters)
      throws SQLException {
    List<T> rows = query(connection, reader, sql, parameters);
    return rows.isEmpty() ? null : rows.get(0);
  }

  private static PreparedStatement prepare(
      Connection connection, String sql, @Nullable Object[] parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }
}
