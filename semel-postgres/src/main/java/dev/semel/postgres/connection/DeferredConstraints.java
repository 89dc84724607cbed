package dev.semel.postgres.connection;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of a database that are checked at COMMIT. A library expects their violations when
 * it commits, so they are checked there, although its transaction is only a part of the command's.
 * They are read once, by the first command. Safe for use by several threads.
 */
final class DeferredConstraints {
  private static final String FIND =
      """
      SELECT string_agg(quote_ident(n.nspname) || '.' || quote_ident(c.conname), ', ')
      FROM pg_constraint AS c
      JOIN pg_namespace AS n ON n.oid = c.connamespace
      WHERE c.condeferred
      """;

  private volatile @Nullable String check;

  /** Returns the statements that check them now and defer them again; empty if there are none. */
  String check(Connection connection) throws SQLException {
    String known = check;
    if (known == null) {
      known = read(connection);
      check = known;
    }
    return known;
  }

  private static String read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(FIND)) {
      String names = row.next() ? row.getString(1) : null;
      return names == null
          ? ""
          : "SET CONSTRAINTS %s IMMEDIATE; SET CONSTRAINTS %s DEFERRED".formatted(names, names);
    }
  }
}
