package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of the things that an exploration and its handler leave. */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class ClearingUpIT {
  private final PostgresDatabase database;
  private final List<Connection> open = new CopyOnWriteArrayList<>();

  ClearingUpIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    Handlers.makeTables(database);
  }

  @AfterEach
  void closeConnections() throws SQLException {
    for (Connection connection : open) {
      connection.close();
    }
  }

  private Object neverClose(Trial trial) throws SQLException {
    Connection connection = trial.dataSource().getConnection();
    open.add(connection);
    String answer = Handlers.markAndPay(connection, trial.key());
    connection.setAutoCommit(true);
    return answer;
  }

  @Test
  void connectionsThatAHandlerHasLostAreClosedWithTheExploration() {
    CrashExplorer.of(database, this::neverClose).faults(CrashFault.REDELIVERY).explore();

    assertThat(open).hasSizeGreaterThan(4).allMatch(ClearingUpIT::isClosed);
  }

  private static boolean isClosed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The checks come last; theirs is a transaction that nobody has waited for. */
  @Test
  void whoIsStillAtWorkDoesNotKeepAnythingInTheDatabase() {
    CrashExplorer.of(database, Handlers::markAndPayTogether)
        .faults(CrashFault.REDELIVERY)
        .check("leave a transaction open", (it, key) -> leaveOpen(it, key))
        .explore()
        .assertSafe();

    assertThat(triggers()).isZero();
  }

  private void leaveOpen(PostgresDatabase it, String key) throws SQLException {
    Connection connection = it.connect();
    open.add(connection);
    connection.setAutoCommit(false);
    Handlers.pay(connection, key);
  }

  private long triggers() {
    return database.queryLong("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal");
  }

  /** Whoever reads the report first cuts the connection over which things are taken back. */
  @Test
  void aReportIsGivenThoughNothingCanBeTakenBack() {
    try (Ways ways = Ways.to(database)) {
      CrashReport report =
          CrashExplorer.forTest(ways, read -> endAllSessions(), TestSeeds.of("a test"), 42)
              .faults(CrashFault.REDELIVERY)
              .explore(Handlers::markThenPay);

      assertThat(report.trials()).isEqualTo(1);
    }
    CrashExplorer.of(database, Handlers::markAndPayTogether).explore().assertSafe();
    assertThat(triggers()).as("the next one takes it back").isZero();
  }

  private void endAllSessions() {
    database.queryLong(
        """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND backend_type = 'client backend'
        """);
  }
}
