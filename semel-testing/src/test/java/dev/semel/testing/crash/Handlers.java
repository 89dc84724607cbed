package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Payments, made in ways that are safe and in ways that are not. */
final class Handlers {
  private Handlers() {}

  static void makeTables(PostgresDatabase database) {
    database.execute(
        """
        DROP TABLE IF EXISTS payment, marker, lease, account, transfer;
        CREATE TABLE payment (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL);
        CREATE TABLE marker (key text PRIMARY KEY, answer text);
        CREATE TABLE lease (key text PRIMARY KEY, until timestamptz NOT NULL, done boolean NOT NULL);
        CREATE TABLE account (name text PRIMARY KEY, cents bigint NOT NULL, closed boolean NOT NULL);
        INSERT INTO account VALUES ('till', 0, false);
        CREATE TABLE transfer (key text PRIMARY KEY, sent boolean NOT NULL) PARTITION BY HASH (key);
        CREATE TABLE transfer_even PARTITION OF transfer FOR VALUES WITH (MODULUS 2, REMAINDER 0);
        CREATE TABLE transfer_odd PARTITION OF transfer FOR VALUES WITH (MODULUS 2, REMAINDER 1)
        """);
  }

  static String insertAndAnswer(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      pay(connection, trial.key());
      return "paid";
    }
  }

  static String selectThenInsert(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      if (Sql.count(connection, "SELECT count(*) FROM payment WHERE key = ?", trial.key()) == 0) {
        pay(connection, trial.key());
      }
      return "paid";
    }
  }

  static String markThenPay(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      if (mark(connection, trial.key(), "paid")) {
        pay(connection, trial.key());
      }
      return "paid";
    }
  }

  static String payAndGoOn(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      if (mark(connection, trial.key(), "paid")) {
        payOrNot(connection, trial.key());
      }
      connection.commit();
      return "paid";
    }
  }

  @SuppressWarnings("EmptyCatch") // The mistake itself.
  private static void payOrNot(Connection connection, String key) throws SQLException {
    var before = connection.setSavepoint();
    try {
      pay(connection, key);
    } catch (SQLException dropped) {
      connection.rollback(before);
    }
  }

  static @Nullable String payThenStoreTheAnswer(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      boolean first = mark(connection, trial.key(), null);
      if (first) {
        pay(connection, trial.key());
      }
      connection.commit();
      connection.setAutoCommit(true);
      if (first) {
        Sql.update(connection, "UPDATE marker SET answer = 'paid' WHERE key = ?", trial.key());
      }
      return Sql.text(connection, "SELECT answer FROM marker WHERE key = ?", trial.key());
    }
  }

  static String markAndPayTogether(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      return markAndPay(connection, trial.key());
    }
  }

  static String markAndPay(Connection connection, String key) throws SQLException {
    connection.setAutoCommit(false);
    if (mark(connection, key, "paid")) {
      pay(connection, key);
    }
    connection.commit();
    return "paid";
  }

  /** Whatever happens, it says that all is well. */
  @SuppressWarnings("EmptyCatch") // The mistake itself.
  static String payAndSayNothing(Trial trial) {
    try {
      markAndPayTogether(trial);
    } catch (SQLException dropped) {
    }
    return "paid";
  }

  /** A second attempt takes two more. */
  static String takeTwoOffTheList(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      Sql.update(
          connection,
          "DELETE FROM payment WHERE id IN (SELECT id FROM payment ORDER BY id LIMIT 2)");
      return "taken";
    }
  }

  /** Closes its connection where nothing fails, and nowhere else; not even the collector helps. */
  static String leaveOpenWhereItFails(Trial trial) throws SQLException {
    System.gc();
    Connection connection = trial.dataSource().getConnection();
    String answer = markAndPay(connection, trial.key());
    connection.close();
    return answer;
  }

  private static final List<Connection> LOCKING = new CopyOnWriteArrayList<>();

  /** Never gives the lock back, nor the connection that has it. */
  static String lockForGood(Trial trial) throws SQLException {
    Connection connection = trial.dataSource().getConnection();
    LOCKING.add(connection);
    Sql.text(connection, "SELECT pg_advisory_lock_shared(17)::text");
    return markAndPay(connection, trial.key());
  }

  static void giveBackLocks() {
    for (Connection connection : LOCKING) {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
    LOCKING.clear();
  }

  /** Its mark keeps everybody out until it has an answer. */
  static String markFirstAndKeepOthersOut(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      boolean first = mark(connection, trial.key(), null);
      String answer = Sql.text(connection, "SELECT answer FROM marker WHERE key = ?", trial.key());
      if (answer != null) {
        return answer;
      }
      if (!first) {
        throw new SQLException("somebody else is at work");
      }
      connection.setAutoCommit(false);
      pay(connection, trial.key());
      Sql.update(connection, "UPDATE marker SET answer = 'paid' WHERE key = ?", trial.key());
      connection.commit();
      return "paid";
    }
  }

  /** Adds no row, so that nothing but the sum tells of a second time. */
  static String addToTheTill(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      Sql.update(connection, "UPDATE account SET cents = cents + 17 WHERE name = 'till'");
      return "paid";
    }
  }

  /** Once or often, it comes to the same. */
  static String closeTheTill(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      Sql.update(connection, "UPDATE account SET closed = true WHERE name = 'till'");
      return "closed";
    }
  }

  /** Each key is in another partition. */
  static String transfer(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      Sql.update(
          connection,
          "INSERT INTO transfer (key, sent) VALUES (?, false) ON CONFLICT DO NOTHING",
          trial.key());
      Sql.update(
          connection, "UPDATE transfer SET sent = true WHERE key = ? AND NOT sent", trial.key());
      return "sent";
    }
  }

  /** Takes the message off the queue before its effect is committed. */
  static String acknowledgeThenPay(Trial trial, Queue queue) throws SQLException {
    if (queue.isGone(trial.key())) {
      return "paid";
    }
    trial.step("acknowledge", () -> queue.acknowledge(trial.key()));
    return markAndPayTogether(trial);
  }

  /** Takes the message off the queue when its effect is committed. */
  static String payThenAcknowledge(Trial trial, Queue queue) throws SQLException {
    String answer = markAndPayTogether(trial);
    trial.step("acknowledge", () -> queue.acknowledge(trial.key()));
    return answer;
  }

  static void pay(Connection connection, String key) throws SQLException {
    Sql.update(connection, "INSERT INTO payment (key) VALUES (?)", key);
  }

  /** Whether it is the first. */
  static boolean mark(Connection connection, String key, @Nullable String answer)
      throws SQLException {
    return Sql.update(
            connection,
            "INSERT INTO marker (key, answer) VALUES (?, ?) ON CONFLICT DO NOTHING",
            key,
            answer)
        == 1;
  }
}
