package dev.semel.postgres.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Done;
import dev.semel.Outcome;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Transactions that a library begins and ends inside a command are its parts. */
class CommandPartsIT extends CommandDataSourceFixture {
  private static final String UNIQUE_VIOLATION = "23505";
  private static final String READ_ONLY_TRANSACTION = "25006";
  private static final String IN_FAILED_TRANSACTION = "25P02";

  CommandPartsIT(PostgresDatabase database) {
    super(database);
  }

  @Test
  void committedPartIsCommittedWithTheCommand() {
    command(
        effect -> {
          inATransaction(connection -> insert(connection, "a"));
          assertThat(lines()).isZero();
        });
    assertThat(lines()).isEqualTo(1);
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void committedPartIsUndoneWithTheCommand() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                command(
                    effect -> {
                      inATransaction(connection -> insert(connection, "a"));
                      throw failure();
                    }));
    assertThat(lines()).isZero();
    assertThat(records()).isZero();
  }

  @Test
  void rollbackUndoesOnlyItsOwnPart() {
    command(
        effect -> {
          insert(effect.connection(), "effect");
          inATransaction(connection -> insert(connection, "first"));
          assertThat(failureOf(connection -> insert(connection, "first")).getSQLState())
              .isEqualTo(UNIQUE_VIOLATION);
          inATransaction(connection -> insert(connection, "third"));
        });
    assertThat(lines()).isEqualTo(3);
  }

  @Test
  void rollbackOfTheFirstPartKeepsWhatTheEffectWroteBefore() {
    command(
        effect -> {
          insert(effect.connection(), "effect");
          failureOf(connection -> insert(connection, "effect"));
        });
    assertThat(lines()).isEqualTo(1);
  }

  @Test
  void rollbackOfTheFirstPartKeepsTheClaim() {
    command(
        effect -> {
          assertThatIllegalStateException()
              .isThrownBy(
                  () ->
                      inATransaction(
                          connection -> {
                            insert(connection, "a");
                            throw failure();
                          }));
          Semel other = Semel.on(PostgresStore.on(database.dataSource()));
          assertThat(other.perform(WRITE.intent("acme", key, "x"), second -> {}))
              .isInstanceOf(Outcome.InProgress.class);
        });
    assertThat(lines()).isZero();
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void failedStatementWithAutocommitUndoesOnlyItself() {
    command(
        effect ->
            connected(
                connection -> {
                  insert(connection, "a");
                  assertThatExceptionOfType(SQLException.class)
                      .isThrownBy(() -> insert(connection, "a"));
                  insert(connection, "b");
                }));
    assertThat(lines()).isEqualTo(2);
  }

  @Test
  void commitAfterAFailedStatementRollsBackAndFails() {
    command(
        effect -> {
          SQLException failed =
              failureOf(
                  connection -> {
                    insert(connection, "a");
                    assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> insert(connection, "a"));
                  });
          assertThat(failed.getSQLState()).isEqualTo(IN_FAILED_TRANSACTION);
          inATransaction(connection -> insert(connection, "b"));
        });
    assertThat(lines()).isEqualTo(1);
  }

  @Test
  void savepointInAPartLetsItGoOn() {
    command(
        effect ->
            inATransaction(
                connection -> {
                  insert(connection, "a");
                  Savepoint before = connection.setSavepoint();
                  assertThatExceptionOfType(SQLException.class)
                      .isThrownBy(() -> insert(connection, "a"));
                  connection.rollback(before);
                  insert(connection, "b");
                }));
    assertThat(lines()).isEqualTo(2);
  }

  @Test
  void readOnlyPartRefusesWritesAndTheNextPartMayWrite() {
    command(
        effect -> {
          connected(
              connection -> {
                connection.setReadOnly(true);
                connection.setAutoCommit(false);
                assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> insert(connection, "a"))
                    .extracting(SQLException::getSQLState)
                    .isEqualTo(READ_ONLY_TRANSACTION);
                connection.rollback();
                read(connection);
                connection.commit();
              });
          inATransaction(connection -> insert(connection, "b"));
          connected(
              connection -> {
                connection.setReadOnly(true);
                connection.setAutoCommit(false);
                read(connection);
                connection.commit();
              });
        });
    assertThat(lines()).isEqualTo(1);
    assertThat(records()).isEqualTo(1);
  }

  private static void read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT count(*) FROM line");
    }
  }

  @Test
  void deferredConstraintIsCheckedWhenThePartCommits() {
    command(
        effect -> {
          inATransaction(connection -> insertSlot(connection, "a", "1"));
          assertThat(failureOf(connection -> insertSlot(connection, "b", "1")).getSQLState())
              .isEqualTo(UNIQUE_VIOLATION);
          inATransaction(
              connection -> {
                insertSlot(connection, "c", "2");
                insertSlot(connection, "d", "2");
                try (Statement update = connection.createStatement()) {
                  update.execute("UPDATE line SET slot = text WHERE text = '%sd'".formatted(key));
                }
              });
        });
    assertThat(lines()).isEqualTo(3);
  }

  /** A failing rollback would hide the failure before it, which tells that a retry can help. */
  @Test
  void rollbackOnALostConnectionDoesNotFail() {
    AtomicInteger attempts = new AtomicInteger();
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setDataSource(database.dataSource());
      CommandDataSource pooled = new CommandDataSource(pool);
      Outcome<Done> outcome =
          Semel.on(PostgresStore.on(pooled))
              .perform(
                  WRITE.retrying(RetryPolicy.standard()).intent("acme", key, "x"),
                  effect -> insertAndEndProcessOnce(pooled, attempts));
      assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    }
    assertThat(attempts).hasValue(2);
    assertThat(lines()).isEqualTo(1);
  }

  private void insertAndEndProcessOnce(DataSource source, AtomicInteger attempts)
      throws SQLException {
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      try {
        insert(connection, "a");
        if (attempts.incrementAndGet() == 1) {
          endOwnProcess(connection);
        }
        connection.commit();
      } catch (SQLException failure) {
        assertThatCode(connection::rollback).doesNotThrowAnyException();
        throw failure;
      }
    }
  }

  private static void endOwnProcess(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_terminate_backend(pg_backend_pid())");
    }
  }
}
