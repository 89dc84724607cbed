package dev.semel.demo.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A database of the user's own, which the demo neither stops nor starts.
 *
 * @param user null if the address says it, or nobody need say it
 * @param password as the user
 */
public record ExternalDatabase(String url, @Nullable String user, @Nullable String password)
    implements Database {
  private static final String CONNECT_TIMEOUT_SECONDS = "5";

  /** Or need not, because they are there. */
  private static final String MAY_MAKE_SCHEMAS =
      """
      SELECT has_database_privilege(current_database(), 'CREATE')
          OR (to_regnamespace('casework') IS NOT NULL AND to_regnamespace('semel') IS NOT NULL)
      """;

  /**
   * Finds out whether it will do, before a framework says so in two hundred lines.
   *
   * @throws NoDatabaseException that says why it will not
   */
  public void check() {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(MAY_MAKE_SCHEMAS)) {
      row.next();
      if (!row.getBoolean(1)) {
        throw new NoDatabaseException(
            "the database of --url lets its user make no schemas; GRANT CREATE ON DATABASE to them, or give another --user");
      }
    } catch (SQLException e) {
      throw new NoDatabaseException(
          "no connection to the database of --url (%s); check the address, --user and --password"
              .formatted(NoDatabaseException.firstLine(e)),
          e);
    }
  }

  @Override
  public Connection connect() throws SQLException {
    Properties login = new Properties();
    login.setProperty("connectTimeout", CONNECT_TIMEOUT_SECONDS);
    putIfGiven(login::setProperty, "user", user);
    putIfGiven(login::setProperty, "password", password);
    return DriverManager.getConnection(url, login);
  }

  @Override
  public Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    properties.put("spring.datasource.url", url);
    putIfGiven(properties::put, "spring.datasource.username", user);
    putIfGiven(properties::put, "spring.datasource.password", password);
    return properties;
  }

  private interface Put {
    @Nullable Object put(String name, String value);
  }

  private static void putIfGiven(Put target, String name, @Nullable String value) {
    if (value != null) {
      target.put(name, value);
    }
  }

  @Override
  public boolean isOurs() {
    return false;
  }

  @Override
  public void crashAndRestart() {
    throw new UnsupportedOperationException("a database given by --url is not the demo's to crash");
  }

  @Override
  public void close() {}

  /** Neither the password nor what the address may carry of it. */
  @Override
  public String toString() {
    return "ExternalDatabase";
  }
}
