package dev.semel.demo.page;

import dev.semel.demo.database.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/** Counts what is in the database, whatever the page says. */
final class DatabaseRows {
  private final String url;

  DatabaseRows(Database database) {
    url = Objects.requireNonNull(database.properties().get("spring.datasource.url"));
  }

  /** The number of rows that a {@code SELECT count(*)} finds. */
  long count(String sql, String... parameters) {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the rows could not be counted", e);
    }
  }
}
