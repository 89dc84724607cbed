package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.TransactionMisuseException;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an effect's connection refuses, and that a refusal leaves nothing behind. */
@ExtendWith(PostgresExtension.class)
class GuardedConnectionIT {
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();

  GuardedConnectionIT(PostgresDatabase database) {
    this.till = new FailureSupport(database);
  }

  /** A call that would end or change the transaction. */
  interface Misuse {
    void of(Connection connection) throws SQLException;
  }

  static Stream<Arguments> misuses() {
    return Stream.of(
        misuse("commit", Connection::commit),
        misuse("roll back", Connection::rollback),
        misuse("close", Connection::close),
        misuse("abort", connection -> connection.abort(Runnable::run)),
        misuse("autocommit", connection -> connection.setAutoCommit(true)),
        misuse("autocommit", connection -> connection.setAutoCommit(false)),
        misuse("access mode", connection -> connection.setReadOnly(true)),
        misuse(
            "isolation",
            connection -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE)),
        misuse("catalog", connection -> connection.setCatalog("other")),
        misuse("schema", connection -> connection.setSchema("other")),
        misuse("network timeout", connection -> connection.setNetworkTimeout(Runnable::run, 1)));
  }

  private static Arguments misuse(String word, Misuse misuse) {
    return Arguments.of(word, misuse);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("misuses")
  void aRefusalThatIsNotCaughtFailsTheCommandCleanly(String word, Misuse misuse) {
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(
            () ->
                till.semel()
                    .once(
                        FailureSupport.intent(key),
                        effect -> {
                          FailureSupport.pay(effect);
                          misuse.of(effect.connection());
                          return "never";
                        }))
        .withMessageContaining(word)
        .withMessageContaining("Return to commit; throw, or call effect.reject, to roll back");

    assertThat(till.changes.retriedCodes()).isEmpty();
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("misuses")
  void aRefusalThatIsCaughtHasDoneNothing(String word, Misuse misuse) {
    Outcome<String> outcome =
        till.semel()
            .once(
                FailureSupport.intent(key),
                effect -> {
                  assertThatExceptionOfType(TransactionMisuseException.class)
                      .isThrownBy(() -> misuse.of(effect.connection()))
                      .withMessageContaining(word);
                  return FailureSupport.pay(effect);
                });

    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    till.assertPaidOnce(key, outcome);
  }

  /** The way back from a statement leads around the guard, and is noticed at the end. */
  @Test
  void aCommitOnTheConnectionOfAStatementIsFoundOutWhenTheOutcomeIsStored() {
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(
            () ->
                till.semel()
                    .once(
                        FailureSupport.intent(key),
                        effect -> {
                          try (Statement statement = effect.connection().createStatement()) {
                            statement.execute("SELECT 1");
                            statement.getConnection().commit();
                          }
                          return FailureSupport.pay(effect);
                        }))
        .withMessageContaining("ended the transaction in which the intent was claimed");

    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void anEffectIsOfNoUseOnceItIsOver() {
    AtomicReference<JdbcEffect> kept = new AtomicReference<>();
    Outcome<String> outcome =
        till.semel()
            .once(
                FailureSupport.intent(key),
                effect -> {
                  kept.set(effect);
                  return FailureSupport.pay(effect);
                });

    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(() -> Objects.requireNonNull(kept.get()).connection())
        .withMessageContaining("use it only while its command runs");
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(() -> Objects.requireNonNull(kept.get()).audit("LATE", key, null));
    till.assertPaidOnce(key, outcome);
  }
}
