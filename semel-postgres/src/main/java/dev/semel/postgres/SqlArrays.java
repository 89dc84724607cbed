package dev.semel.postgres;

import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds lists as arrays, a column of each row to an array of its own. For one thread. */
final class SqlArrays {
  private final Connection connection;
  private final NamedSql.Bound bound;

  SqlArrays(Connection connection, NamedSql.Bound bound) {
    this.connection = connection;
    this.bound = bound;
  }

  <R> SqlArrays texts(String name, List<R> rows, Function<R, @Nullable String> column)
      throws SQLException {
    return set(name, "text", rows, column);
  }

  <R> SqlArrays longs(String name, List<R> rows, Function<R, @Nullable Long> column)
      throws SQLException {
    return set(name, "int8", rows, column);
  }

  <R> SqlArrays set(
      String name, String type, List<R> rows, Function<R, ? extends @Nullable Object> column)
      throws SQLException {
    Object[] values = new Object[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    bound.set(name, connection.createArrayOf(type, values));
    return this;
  }

  <R> SqlArrays bytes(String name, List<R> rows, Function<R, byte @Nullable []> column)
      throws SQLException {
    byte[][] values = new byte[rows.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    bound.set(name, connection.createArrayOf("bytea", values));
    return this;
  }
}
