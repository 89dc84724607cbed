package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.EffectFailedException;
import dev.semel.Outcome;
import dev.semel.postgres.PostgresFailures;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Verdict;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** 57014: whoever set a limit on the statement meant it, unless the table is told otherwise. */
@ExtendWith(PostgresExtension.class)
class CancelledStatementIT {
  private final PostgresDatabase database;
  private final FailureSupport till;

  CancelledStatementIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @Test
  void aStatementTimeoutIsNotRetriedAndNothingIsStored() {
    String key = FailureSupport.newKey();
    AtomicInteger runs = new AtomicInteger();

    assertThatExceptionOfType(EffectFailedException.class)
        .isThrownBy(
            () ->
                till.semel()
                    .once(
                        FailureSupport.intent(key),
                        effect -> {
                          runs.incrementAndGet();
                          FailureSupport.pay(effect);
                          FailureSupport.execute(effect, "SET LOCAL statement_timeout = '5ms'");
                          FailureSupport.execute(effect, "SELECT pg_sleep(60)");
                          return "too late";
                        }))
        .withMessageContaining("57014");

    assertThat(runs).hasValue(1);
    assertThat(till.changes.retriedCodes()).isEmpty();
    assertThat(till.changes.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.verdict()).isEqualTo(Verdict.FINAL))
        .satisfies(failure -> assertThat(failure.meaning()).contains("statement_timeout"));
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void aRowOfYourOwnMakesATimedOutStatementBeRetried() {
    String key = FailureSupport.newKey();
    var table =
        PostgresFailures.standard().with("57014", Verdict.RETRY, "our statements are short");
    PostgresStore store = PostgresStore.builder(database.dataSource()).failures(table).build();

    Outcome<String> outcome =
        till.semel(store)
            .once(
                FailureSupport.intent(key),
                effect -> {
                  String receipt = FailureSupport.pay(effect);
                  if (effect.attempt() == 1) {
                    FailureSupport.execute(effect, "SET LOCAL statement_timeout = '5ms'");
                    FailureSupport.execute(effect, "SELECT pg_sleep(60)");
                  }
                  return receipt;
                });

    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(till.changes.retriedCodes()).containsExactly("57014");
    till.assertPaidOnce(key, outcome);
  }

  @Test
  void aRowForAWholeClassCanBeOverriddenToo() {
    String key = FailureSupport.newKey();
    var table = PostgresFailures.standard().with("XX", Verdict.RETRY, "it passes");
    PostgresStore store = PostgresStore.builder(database.dataSource()).failures(table).build();

    Outcome<String> outcome =
        till.semel(store)
            .once(
                FailureSupport.intent(key),
                effect -> {
                  if (effect.attempt() < 3) {
                    FailureSupport.execute(effect, "DO $$ BEGIN RAISE SQLSTATE 'XX001'; END $$");
                  }
                  return FailureSupport.pay(effect);
                });

    assertThat(till.changes.retriedCodes()).containsExactly("XX001", "XX001");
    till.assertPaidOnce(key, outcome);
  }
}
