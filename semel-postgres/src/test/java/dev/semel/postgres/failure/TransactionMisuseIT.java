package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.JdbcCommand;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.TransactionMisuseException;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An effect that ends or breaks its transaction is found out, and is told what to do instead. */
@ExtendWith(PostgresExtension.class)
class TransactionMisuseIT {
  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();

  TransactionMisuseIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @Test
  void anSqlErrorThatWasCaughtAndIgnoredCommitsNothing() {
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(
            () ->
                pay(
                    effect -> {
                      String receipt = FailureSupport.pay(effect);
                      failAndIgnore(effect);
                      return receipt;
                    }))
        .withMessageContaining("caught and ignored")
        .withMessageContaining("guard the statement with a savepoint")
        .withMessageNotContaining(key);

    assertThat(till.changes.retriedCodes()).isEmpty();
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void theSameInAJoinedTransactionCommitsNothingOfTheCommandEither() throws SQLException {
    try (Connection transaction = database.connect()) {
      transaction.setAutoCommit(false);
      var joined = till.semel().within(transaction);

      assertThatExceptionOfType(TransactionMisuseException.class)
          .isThrownBy(
              () ->
                  joined.once(
                      FailureSupport.intent(key),
                      effect -> {
                        String receipt = FailureSupport.pay(effect);
                        failAndIgnore(effect);
                        return receipt;
                      }));
      transaction.commit();
    }
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  private static void failAndIgnore(JdbcEffect effect) {
    try {
      FailureSupport.execute(effect, "SELECT 1 / 0");
    } catch (SQLException ignored) {
      // This is the mistake.
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"COMMIT", "commit and chain", "ROLLBACK", "END", "COMMIT; BEGIN"})
  void endingTheTransactionBySqlIsFoundOutAndNothingIsRecorded(String sql) {
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(
            () ->
                pay(
                    effect -> {
                      FailureSupport.execute(effect, sql);
                      return FailureSupport.pay(effect);
                    }))
        .withMessageContaining("ended the transaction in which the intent was claimed")
        .withMessageNotContaining(key);

    assertThat(till.changes.retriedCodes()).isEmpty();
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"COMMIT", "ROLLBACK"})
  void endingTheCallersTransactionBySqlIsFoundOutToo(String sql) throws SQLException {
    try (Connection transaction = database.connect()) {
      transaction.setAutoCommit(false);
      var joined = till.semel().within(transaction);

      assertThatExceptionOfType(TransactionMisuseException.class)
          .isThrownBy(
              () ->
                  joined.once(
                      FailureSupport.intent(key),
                      effect -> {
                        FailureSupport.execute(effect, sql);
                        return FailureSupport.pay(effect);
                      }))
          .withMessageContaining("ended the transaction in which the intent was claimed");
      transaction.rollback();
    }
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void aStatementGuardedByASavepointOfItsOwnMayFail() throws SQLException {
    Outcome<String> outcome =
        pay(
            effect -> {
              Connection connection = effect.connection();
              Savepoint before = connection.setSavepoint("before_trying");
              failAndIgnore(effect);
              connection.rollback(before);
              connection.releaseSavepoint(before);
              return FailureSupport.pay(effect);
            });

    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    till.assertPaidOnce(key, outcome);
  }

  @Test
  void whatIsRolledBackToASavepointIsNotThereAndTheRestIs() throws SQLException {
    Outcome<String> outcome =
        pay(
            effect -> {
              Savepoint before = effect.connection().setSavepoint();
              FailureSupport.execute(
                  effect, "INSERT INTO payment (intent_key) VALUES ('%s')".formatted(key));
              effect.connection().rollback(before);
              return FailureSupport.pay(effect);
            });

    till.assertPaidOnce(key, outcome);
  }

  /** A use of a savepoint. */
  interface Use {
    void of(Connection connection, Savepoint savepoint) throws SQLException;
  }

  static Stream<Named<Use>> uses() {
    return Stream.of(
        Named.of("roll back", Connection::rollback),
        Named.of("release", Connection::releaseSavepoint));
  }

  @ParameterizedTest
  @MethodSource("uses")
  void aSavepointSetBeforeTheClaimIsRefusedInAJoinedTransaction(Use use) throws SQLException {
    try (Connection transaction = database.connect()) {
      transaction.setAutoCommit(false);
      Savepoint callers = transaction.setSavepoint("callers");
      var joined = till.semel().within(transaction);

      assertThatExceptionOfType(TransactionMisuseException.class)
          .isThrownBy(
              () ->
                  joined.once(
                      FailureSupport.intent(key),
                      effect -> {
                        use.of(effect.connection(), callers);
                        return "never";
                      }))
          .withMessageContaining("only savepoints that it set itself");
      transaction.commit();
    }
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void aConnectionInAutocommitModeIsNoTransactionToJoin() throws SQLException {
    try (Connection connection = database.connect()) {
      assertThatExceptionOfType(TransactionMisuseException.class)
          .isThrownBy(
              () ->
                  till.semel()
                      .within(connection)
                      .once(FailureSupport.intent(key), FailureSupport::pay))
          .withMessageContaining("call setAutoCommit(false)");
    }
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  private Outcome<String> pay(JdbcCommand<String> command) {
    return till.semel().once(FailureSupport.intent(key), command);
  }
}
