package dev.semel.testing.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors that the server is made to have leave its transactions as errors of its own do. */
@ExtendWith(PostgresExtension.class)
class ServerErrorsIT {
  private final PostgresDatabase database;
  private FaultProxy proxy;

  ServerErrorsIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void startProxyAndMakeTable() {
    database.execute("DROP TABLE IF EXISTS payments; CREATE TABLE payments (note text)");
    proxy = FaultProxy.to(database.host(), database.port());
  }

  @AfterEach
  void stopProxy() {
    proxy.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended", "extendedForPrepared"})
  void anErrorAtTheFirstStatementLeavesItsTransactionAborted(String queryMode) throws SQLException {
    failFirst("INSERT");
    try (Connection connection = connect(Map.of("preferQueryMode", queryMode))) {
      connection.setAutoCommit(false);
      assertFails("40001", () -> FaultProxyPostgresIT.insert(connection, "made to fail"));
      assertFails(
          "25P02", () -> FaultProxyPostgresIT.insert(connection, "in an aborted transaction"));
      connection.rollback();
      FaultProxyPostgresIT.insert(connection, "paid");
      connection.commit();
    }

    assertThat(database.query("SELECT note FROM payments")).containsExactly(Map.of("note", "paid"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended", "extendedForPrepared"})
  void anErrorAtCommitLeavesNoTransaction(String queryMode) throws SQLException {
    failFirst("COMMIT");
    try (Connection connection = connect(Map.of("preferQueryMode", queryMode))) {
      connection.setAutoCommit(false);
      FaultProxyPostgresIT.insert(connection, "rolled back");
      assertFails("40001", connection::commit);
      FaultProxyPostgresIT.insert(connection, "paid");
      connection.commit();
    }

    assertThat(database.query("SELECT note FROM payments")).containsExactly(Map.of("note", "paid"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended", "extendedForPrepared"})
  void anErrorAtAStatementThatIsSentWithBeginLeavesTheTransactionAborted(String queryMode)
      throws SQLException {
    failFirst("INSERT");
    try (Connection connection = connect(Map.of("preferQueryMode", queryMode));
        Statement statement = connection.createStatement()) {
      assertFails("40001", () -> statement.execute("BEGIN; INSERT INTO payments VALUES ('one')"));
      assertFails(
          "25P02", () -> FaultProxyPostgresIT.insert(connection, "in an aborted transaction"));
      statement.execute("ROLLBACK");
      FaultProxyPostgresIT.insert(connection, "paid");
    }

    assertThat(database.query("SELECT note FROM payments")).containsExactly(Map.of("note", "paid"));
  }

  /** The transaction is rolled back first, which the client has not asked for. */
  @Test
  void anErrorAtCommitIsAllThatTheClientHears() throws IOException {
    proxy.watchRequests(
        sql ->
            switch (sql) {
              case "COMMIT" -> RequestFate.failWith("40001");
              case "SELECT 'last'" -> RequestFate.loseReply();
              default -> RequestFate.pass();
            });
    try (RawClient client = new RawClient(proxy, database)) {
      client.sendTogether("BEGIN", "COMMIT", "BEGIN", "SELECT 'last'");
      assertThat(client.typesUntilEnd()).isEqualTo("CZ" + "EZ" + "CZ");
    }
  }

  private void failFirst(String word) {
    AtomicLong requests = new AtomicLong();
    proxy.watchRequests(
        sql ->
            sql.contains(word) && requests.incrementAndGet() == 1
                ? RequestFate.failWith("40001")
                : RequestFate.pass());
  }

  private Connection connect(Map<String, String> driverProperties) throws SQLException {
    return database.dataSourceVia(proxy.host(), proxy.port(), driverProperties).getConnection();
  }

  private static void assertFails(String sqlState, FaultProxyPostgresIT.SqlWork work) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(work::run)
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
  }
}
