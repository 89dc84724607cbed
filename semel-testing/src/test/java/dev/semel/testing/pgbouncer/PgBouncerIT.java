package dev.semel.testing.pgbouncer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** PgBouncer in front of a test database. */
@ExtendWith({PgBouncerExtension.class, PostgresExtension.class})
class PgBouncerIT {
  private static final Map<String, String> ONE_SERVER_CONNECTION = Map.of("default_pool_size", "1");

  private final PostgresDatabase database;

  PgBouncerIT(PostgresDatabase database) {
    this.database = database;
  }

  @Test
  void transactionModeSharesOneServerConnectionBetweenOpenClients() throws SQLException {
    try (PgBouncer pooler = PgBouncer.start(database, PoolMode.TRANSACTION, ONE_SERVER_CONNECTION);
        Connection first = pooler.dataSource().getConnection();
        Connection second = pooler.dataSource().getConnection()) {
      assertThat(serverProcess(first)).isEqualTo(serverProcess(second));
    }
  }

  @Test
  void sessionModeGivesEachOpenClientItsServerConnection() throws SQLException {
    try (PgBouncer pooler = PgBouncer.start(database, PoolMode.SESSION);
        Connection first = pooler.dataSource().getConnection();
        Connection second = pooler.dataSource().getConnection()) {
      assertThat(serverProcess(first)).isNotEqualTo(serverProcess(second));
    }
  }

  @Test
  void rolesOfTheServerConnectThroughThePooler() throws SQLException {
    String role = database.name() + "_app";
    database.execute("CREATE ROLE " + role + " LOGIN");
    try (PgBouncer pooler = PgBouncer.start(database, PoolMode.TRANSACTION);
        Connection connection = pooler.dataSource(Map.of("user", role)).getConnection()) {
      assertThat(text(connection, "SELECT current_user")).isEqualTo(role);
    } finally {
      database.execute("DROP ROLE " + role);
    }
  }

  private static String serverProcess(Connection connection) throws SQLException {
    return text(connection, "SELECT pg_backend_pid()");
  }

  private static String text(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getString(1);
    }
  }
}
