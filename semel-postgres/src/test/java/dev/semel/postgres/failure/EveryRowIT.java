package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.EffectFailedException;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.jdbc.FailureTable.Row;
import dev.semel.postgres.PostgresFailures;
import dev.semel.spi.Verdict;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Every row of the table, also those that no test can bring about for real, such as a full disk:
 * the server is told to raise its SQLSTATE. The other tests of this package show the real thing.
 */
@ExtendWith(PostgresExtension.class)
class EveryRowIT {
  @SuppressWarnings("unused") // Named by the tests.
  private static final List<Row> ROWS = PostgresFailures.standard().rows();

  private final FailureSupport till;
  private final String key = FailureSupport.newKey();
  private final AtomicInteger runs = new AtomicInteger();

  EveryRowIT(PostgresDatabase database) {
    this.till = new FailureSupport(database);
  }

  @ParameterizedTest
  @FieldSource("ROWS")
  void doesWhatTheTableSays(Row row) {
    switch (row.verdict()) {
      case RETRY, RESOLVE -> assertRetried(row);
      case CONFIGURATION -> assertToldToTheOperator(row);
      default -> assertToldToTheCaller(row);
    }
  }

  private void assertRetried(Row row) {
    Outcome<String> outcome =
        till.semel().once(FailureSupport.intent(key), effect -> failOnce(effect, row));

    assertThat(runs).hasValue(2);
    assertThat(till.changes.retriedCodes()).containsExactly(sqlState(row));
    assertThat(till.changes.retriedVerdicts()).containsExactly(row.verdict());
    till.assertPaidOnce(key, outcome);
  }

  private void assertToldToTheOperator(Row row) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(
            () -> till.semel().once(FailureSupport.intent(key), effect -> failOnce(effect, row)))
        .withMessage(row.meaning());

    assertNotRetried(row);
  }

  private void assertToldToTheCaller(Row row) {
    assertThatExceptionOfType(EffectFailedException.class)
        .isThrownBy(
            () -> till.semel().once(FailureSupport.intent(key), effect -> failOnce(effect, row)))
        .withMessageContaining(sqlState(row));

    assertNotRetried(row);
  }

  private void assertNotRetried(Row row) {
    assertThat(runs).hasValue(1);
    assertThat(till.changes.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.verdict()).isEqualTo(row.verdict()))
        .satisfies(failure -> assertThat(failure.meaning()).startsWith(row.meaning()));
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  private String failOnce(JdbcEffect effect, Row row) throws SQLException {
    String receipt = FailureSupport.pay(effect);
    if (runs.incrementAndGet() == 1) {
      FailureSupport.execute(
          effect, "DO $$ BEGIN RAISE SQLSTATE '%s'; END $$".formatted(sqlState(row)));
    }
    return receipt;
  }

  /** A class of SQLSTATEs is represented by one that has no row of its own. */
  private static String sqlState(Row row) {
    return row.sqlState().length() == 5 ? row.sqlState() : row.sqlState() + "Z99";
  }

  /** The verdicts that a table may hold; the intent's own key is found out, not looked up. */
  @Test
  void noRowClaimsToKnowTheIntentsOwnKey() {
    assertThat(ROWS).extracting(Row::verdict).doesNotContain(Verdict.OWN_KEY);
  }
}
