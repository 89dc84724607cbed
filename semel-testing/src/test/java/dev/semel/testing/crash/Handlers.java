package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Payments, made in ways that are safe and in ways that are not. */
final class Handlers {
  private Handlers() {}

  static void makeTables(PostgresDatabase database) {
    database.execute(
        """
        DROP TABLE IF EXISTS payment, marker, lease;
        CREATE TABLE payment (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL);
        CREATE TABLE marker (key text PRIMARY KEY, answer text);
        CREATE TABLE lease (key text PRIMARY KEY, until timestamptz NOT NULL, done boolean NOT NULL)
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
      connection.setAutoCommit(false);
      if (mark(connection, trial.key(), "paid")) {
        pay(connection, trial.key());
      }
      connection.commit();
      return "paid";
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
  private static boolean mark(Connection connection, String key, @Nullable String answer)
      throws SQLException {
    return Sql.update(
            connection,
            "INSERT INTO marker (key, answer) VALUES (?, ?) ON CONFLICT DO NOTHING",
            key,
            answer)
        == 1;
  }
}
