package dev.semel.postgres.connection;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.JdbcAction;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Has a table, and commands whose effects take connections of their own. */
@ExtendWith(PostgresExtension.class)
abstract class CommandDataSourceFixture {
  static final Operation<String, Done> WRITE =
      Operation.named("write")
          .taking(Fingerprinter.text())
          .answeringNothing()
          .retrying(RetryPolicy.standard().attempts(1));

  final PostgresDatabase database;
  final CommandDataSource dataSource;
  final Semel semel;
  String key = "";

  CommandDataSourceFixture(PostgresDatabase database) {
    this.database = database;
    this.dataSource = new CommandDataSource(database.dataSource());
    this.semel = Semel.on(PostgresStore.builder(dataSource).migrate().build());
  }

  @BeforeAll
  static void createTables(PostgresDatabase database) {
    database.execute(
        """
        CREATE TABLE line (
          key  text NOT NULL,
          text text NOT NULL UNIQUE,
          slot text UNIQUE DEFERRABLE INITIALLY DEFERRED)
        """);
  }

  @BeforeEach
  void takeANewKey() {
    key = UUID.randomUUID().toString();
  }

  Outcome<Done> command(JdbcAction effect) {
    return semel.perform(WRITE.intent("acme", key, "x"), effect);
  }

  /** Work on a connection of its own. */
  interface Work {
    void on(Connection connection) throws SQLException;
  }

  void connected(Work work) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      work.on(connection);
    }
  }

  /** As a library does: begin, work, commit, or roll back if it fails. */
  void inATransaction(Work work) throws SQLException {
    connected(
        connection -> {
          connection.setAutoCommit(false);
          try {
            work.on(connection);
            connection.commit();
          } catch (SQLException | RuntimeException failure) {
            connection.rollback();
            throw failure;
          }
        });
  }

  void insert(Connection connection, String text) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO line (key, text) VALUES (?, ?)")) {
      insert.setString(1, key);
      insert.setString(2, key + text);
      insert.executeUpdate();
    }
  }

  void insertSlot(Connection connection, String text, String slot) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO line (key, text, slot) VALUES (?, ?, ?)")) {
      insert.setString(1, key);
      insert.setString(2, key + text);
      insert.setString(3, key + slot);
      insert.executeUpdate();
    }
  }

  SQLException failureOf(Work work) {
    return assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> inATransaction(work))
        .actual();
  }

  long lines() {
    return database.queryLong("SELECT count(*) FROM line WHERE key = ?", key);
  }

  long records() {
    return database.queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", key);
  }

  static IllegalStateException failure() {
    return new IllegalStateException("no");
  }

  CommandTransaction current() {
    return Objects.requireNonNull(dataSource.current());
  }
}
