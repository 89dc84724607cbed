package dev.semel.demo;

import static org.awaitility.Awaitility.await;

import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Somebody who locks an officer before a case, where an assignment locks the case first.
 *
 * <p>PostgreSQL looks for a deadlock once, when a wait has lasted for a while. So whoever begins to
 * wait last finds it, and loses. For that to be the assignment, it is held up between its two locks
 * until the rival waits.
 */
public final class Rival implements AutoCloseable {
  private static final String WAITING =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ?
      """;

  private final PostgresDatabase database;
  private final Connection gate;
  private final Connection locks;

  private Rival(PostgresDatabase database) throws SQLException {
    this.database = database;
    this.gate = database.connect();
    this.locks = database.connect();
    gate.setAutoCommit(false);
    locks.setAutoCommit(false);
  }

  /** Holds the officer, and what assignments read between their locks. */
  public static Rival of(PostgresDatabase database, String tenant, String officer)
      throws SQLException {
    Rival rival = new Rival(database);
    execute(rival.gate, "LOCK TABLE casework.assignment IN ACCESS EXCLUSIVE MODE");
    execute(rival.locks, "SET LOCAL deadlock_timeout = '10min'");
    execute(
        rival.locks,
        "SELECT FROM casework.officer WHERE tenant = '%s' AND officer = '%s' FOR UPDATE"
            .formatted(tenant, officer));
    return rival;
  }

  /** Waits for the case of an assignment that is under way, then lets that wait for the officer. */
  public void winAgainstTheAssignmentOf(UUID caseId) throws Exception {
    awaitWaiting(database, "casework.assignment");
    // On a thread of its own: the assignment may hold the only one of the common pool.
    CompletableFuture<Void> both =
        CompletableFuture.runAsync(() -> lockCase(caseId), work -> new Thread(work).start());
    awaitWaiting(database, "casework.complaint_case");
    gate.rollback();
    both.get();
    locks.commit();
  }

  private void lockCase(UUID caseId) {
    try {
      execute(
          locks,
          "SELECT FROM casework.complaint_case WHERE case_id = '%s' FOR UPDATE".formatted(caseId));
    } catch (SQLException e) {
      throw new IllegalStateException("the rival has lost", e);
    }
  }

  /** Until somebody waits for a lock in a statement on this table. */
  public static void awaitWaiting(PostgresDatabase database, String table) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> database.queryLong(WAITING, "%" + table + "%") > 0);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    gate.close();
    locks.close();
  }
}
