package dev.semel.postgres.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.Isolation;
import dev.semel.JdbcAction;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.CommandEnd;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Code that gets its own connections inside a command, and begins and ends transactions on them.
 */
@ExtendWith(PostgresExtension.class)
class CommandDataSourceIT {
  private static final Operation<String, Done> WRITE =
      Operation.named("write")
          .taking(Fingerprinter.text())
          .answeringNothing()
          .retrying(RetryPolicy.standard().attempts(1));
  private static final String UNIQUE_VIOLATION = "23505";
  private static final String READ_ONLY_TRANSACTION = "25006";
  private static final String IN_FAILED_TRANSACTION = "25P02";
  private static final String CONNECTION_DOES_NOT_EXIST = "08003";

  private final PostgresDatabase database;
  private final CommandDataSource dataSource;
  private final Semel semel;
  private String key = "";

  CommandDataSourceIT(PostgresDatabase database) {
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

  private Outcome<Done> command(JdbcAction effect) {
    return semel.perform(WRITE.intent("acme", key, "x"), effect);
  }

  /** Work on a connection of its own. */
  private interface Work {
    void on(Connection connection) throws SQLException;
  }

  private void connected(Work work) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      work.on(connection);
    }
  }

  /** As a library does: begin, work, commit, or roll back if it fails. */
  private void inATransaction(Work work) throws SQLException {
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

  private void insert(Connection connection, String text) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO line (key, text) VALUES (?, ?)")) {
      insert.setString(1, key);
      insert.setString(2, key + text);
      insert.executeUpdate();
    }
  }

  private void insertSlot(Connection connection, String text, String slot) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO line (key, text, slot) VALUES (?, ?, ?)")) {
      insert.setString(1, key);
      insert.setString(2, key + text);
      insert.setString(3, key + slot);
      insert.executeUpdate();
    }
  }

  private SQLException failureOf(Work work) {
    return assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> inATransaction(work))
        .actual();
  }

  private long lines() {
    return database.queryLong("SELECT count(*) FROM line WHERE key = ?", key);
  }

  private long records() {
    return database.queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", key);
  }

  private static IllegalStateException failure() {
    return new IllegalStateException("no");
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

  @Test
  void stricterIsolationThanTheCommandsIsRefused() {
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(
            () ->
                command(
                    effect ->
                        connected(
                            connection ->
                                connection.setTransactionIsolation(
                                    Connection.TRANSACTION_SERIALIZABLE))))
        .withMessageContaining("asks for the isolation SERIALIZABLE")
        .withMessageContaining("@Idempotent(isolation = Isolation.SERIALIZABLE)");
  }

  @Test
  void isolationOfTheCommandIsAccepted() {
    semel.perform(
        WRITE.isolation(Isolation.SERIALIZABLE).intent("acme", key, "x"),
        effect ->
            connected(
                connection -> {
                  connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                  connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                  insert(connection, "a");
                }));
    assertThat(lines()).isEqualTo(1);
  }

  @Test
  void partThatIsLeftOpenIsRefused() {
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(
            () ->
                command(
                    effect -> {
                      Connection connection = dataSource.getConnection();
                      connection.setAutoCommit(false);
                      insert(connection, "a");
                    }))
        .withMessageContaining("neither committed it nor rolled it back");
    assertThat(lines()).isZero();
    assertThat(records()).isZero();
  }

  @Test
  void closingAConnectionRollsItsPartBack() {
    command(
        effect -> {
          connected(
              connection -> {
                connection.setAutoCommit(false);
                insert(connection, "a");
              });
          inATransaction(connection -> insert(connection, "b"));
        });
    assertThat(lines()).isEqualTo(1);
  }

  @Test
  void secondConnectionWhileAPartIsOpenIsIndependent() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                command(
                    effect -> {
                      inATransaction(
                          connection -> {
                            insert(connection, "a");
                            connected(second -> insert(second, "independent"));
                          });
                      throw failure();
                    }));
    assertThat(lines()).isEqualTo(1);
  }

  @Test
  void connectionOutsideOfTheCommandIsIndependent() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                command(
                    effect -> {
                      try (var outside = dataSource.outsideCommand()) {
                        assertThat(outside).isNotNull();
                        connected(connection -> insert(connection, "independent"));
                      }
                      connected(connection -> insert(connection, "a"));
                      throw failure();
                    }));
    assertThat(lines()).isEqualTo(1);
  }

  @Test
  void connectionIsClosedWhenTheCommandHasEnded() {
    AtomicReference<Connection> kept = new AtomicReference<>();
    command(effect -> kept.set(dataSource.getConnection()));
    Connection connection = Objects.requireNonNull(kept.get());
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> insert(connection, "late"))
        .satisfies(
            late -> {
              assertThat(late.getSQLState()).isEqualTo(CONNECTION_DOES_NOT_EXIST);
              assertThat(late.getMessage()).contains("took part in a command that has ended");
            });
    assertThat(lines()).isZero();
  }

  @Test
  void statementKnowsTheConnectionItCameFrom() {
    command(
        effect ->
            connected(
                connection -> {
                  try (Statement statement = connection.createStatement()) {
                    assertThat(statement.getConnection()).isSameAs(connection);
                  }
                }));
  }

  @Test
  void connectionTellsWhichCommandItTakesPartIn() throws SQLException {
    command(effect -> connected(connection -> assertThat(current().includes(connection)).isTrue()));
    try (Connection other = database.dataSource().getConnection()) {
      takeANewKey();
      command(effect -> assertThat(current().includes(other)).isFalse());
    }
  }

  @Test
  void secondCommandOfItsOwnIsRefusedInsideAnEffect() {
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(
            () ->
                command(
                    effect -> semel.perform(WRITE.intent("acme", key + "-2", "x"), inner -> {})))
        .withMessageContaining("already runs a command")
        .withMessageContaining("semel.within");
  }

  @Test
  void joinedCommandSeesTheRollbackOfAnEarlierPart() {
    command(
        effect -> {
          insert(effect.connection(), "outer");
          semel
              .within(effect.connection())
              .perform(
                  WRITE.intent("acme", key + "-2", "x"),
                  inner -> inATransaction(connection -> insert(connection, "inner")));
          failureOf(connection -> insert(connection, "outer"));
        });
    assertThat(lines()).isEqualTo(2);
  }

  @Test
  void callbackLearnsHowTheCommandEnded() {
    List<CommandEnd> ends = new ArrayList<>();
    command(effect -> current().onEnd(ends::add));
    takeANewKey();
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                command(
                    effect -> {
                      current().onEnd(ends::add);
                      throw failure();
                    }));
    takeANewKey();
    command(
        effect -> {
          current().onEnd(ends::add);
          throw effect.reject("NO", "no");
        });
    assertThat(ends)
        .containsExactly(CommandEnd.COMMITTED, CommandEnd.ROLLED_BACK, CommandEnd.ROLLED_BACK);
  }

  private CommandTransaction current() {
    return Objects.requireNonNull(dataSource.current());
  }
}
