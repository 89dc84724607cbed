package dev.semel.postgres.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Isolation;
import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.CommandEnd;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Connections that a library takes inside a command work on that of the command. */
class CommandConnectionsIT extends CommandDataSourceFixture {
  private static final String CONNECTION_DOES_NOT_EXIST = "08003";

  CommandConnectionsIT(PostgresDatabase database) {
    super(database);
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
}
