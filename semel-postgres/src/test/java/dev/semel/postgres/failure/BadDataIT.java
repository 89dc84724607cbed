package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.EffectFailedException;
import dev.semel.Event;
import dev.semel.SemelException;
import dev.semel.spi.Verdict;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 22 and 23: the same data would fail the same way again, so it is not tried again. */
@ExtendWith(PostgresExtension.class)
class BadDataIT {
  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();
  private final AtomicInteger runs = new AtomicInteger();

  BadDataIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @BeforeEach
  void makeTables() {
    database.execute(
        """
        DROP TABLE IF EXISTS entry, account;
        CREATE TABLE account (id bigint PRIMARY KEY);
        CREATE TABLE entry (
          account bigint NOT NULL REFERENCES account,
          amount  numeric(6, 2) NOT NULL CHECK (amount <> 0),
          note    varchar(5),
          EXCLUDE USING btree (account WITH =));
        INSERT INTO account VALUES (1), (2);
        INSERT INTO entry VALUES (2, 1)
        """);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "23514, check constraint, \"INSERT INTO entry VALUES (1, 0)\"",
        "23503, foreign key, \"INSERT INTO entry VALUES (7, 1)\"",
        "23502, left empty, \"INSERT INTO entry VALUES (1, NULL)\"",
        "23P01, constraint of the database, \"INSERT INTO entry VALUES (2, 1)\"",
        "22001, does not fit, \"INSERT INTO entry VALUES (1, 1, 'too long')\"",
        "22003, does not fit, \"INSERT INTO entry VALUES (1, 1234567)\"",
        "22012, does not fit, SELECT 1 / 0",
        "22P02, not valid for its type, SELECT 'x'::integer",
      })
  void badDataIsFinalAndGoesThroughToTheCaller(String sqlState, String meaning, String sql) {
    assertThatExceptionOfType(EffectFailedException.class)
        .isThrownBy(
            () ->
                till.semel()
                    .once(
                        FailureSupport.intent(key),
                        effect -> {
                          runs.incrementAndGet();
                          FailureSupport.pay(effect);
                          FailureSupport.execute(effect, sql);
                          return "never";
                        }))
        .withMessageContaining(sqlState);

    assertFinal(sqlState, meaning);
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void anEventWhosePayloadIsNotJsonFailsTheCommandAtItsEnd() {
    assertThatExceptionOfType(SemelException.class)
        .isThrownBy(
            () ->
                till.semel()
                    .once(
                        FailureSupport.intent(key),
                        effect -> {
                          runs.incrementAndGet();
                          effect.publish(Event.of("payment", key, "Paid", "not JSON"));
                          return FailureSupport.pay(effect);
                        }));

    assertFinal("22P02", "an event's payload must be JSON");
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void aConstraintThatIsCheckedAtCommitOnlyIsFinalToo() {
    database.execute(
        "ALTER TABLE entry ADD UNIQUE (note) DEFERRABLE INITIALLY DEFERRED; UPDATE entry SET note = 'taken'");

    assertThatExceptionOfType(SemelException.class)
        .isThrownBy(
            () ->
                till.semel()
                    .once(
                        FailureSupport.intent(key),
                        effect -> {
                          runs.incrementAndGet();
                          FailureSupport.execute(
                              effect, "INSERT INTO entry VALUES (1, 1, 'taken')");
                          return FailureSupport.pay(effect);
                        }))
        .withMessageContaining("23505");

    assertThat(runs).hasValue(1);
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  private void assertFinal(String sqlState, String meaning) {
    assertThat(runs).hasValue(1);
    assertThat(till.changes.retriedCodes()).isEmpty();
    assertThat(till.changes.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.code()).isEqualTo(sqlState))
        .satisfies(failure -> assertThat(failure.verdict()).isEqualTo(Verdict.FINAL))
        .satisfies(failure -> assertThat(failure.meaning()).contains(meaning));
  }
}
