package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Isolation;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.PurgeSettings;
import dev.semel.Semel;
import dev.semel.spi.StateChange;
import dev.semel.spi.Verdict;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** 40001: the transaction is run again from its start, and only the last run counts. */
@ExtendWith(PostgresExtension.class)
class SerializationFailureIT {
  private final PostgresDatabase database;
  private final FailureSupport till;

  SerializationFailureIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @BeforeEach
  void makeAnAccount() {
    database.execute(
        """
        DROP TABLE IF EXISTS account;
        CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
        INSERT INTO account VALUES (1, 100), (2, 100)
        """);
  }

  @Test
  void aConcurrentUpdateAtRepeatableReadIsRetriedAndTheEffectCountsOnce() {
    String key = FailureSupport.newKey();
    var intent =
        FailureSupport.PAY.isolation(Isolation.REPEATABLE_READ).intent("acme", key, "42.00 EUR");

    Outcome<String> outcome =
        till.semel()
            .once(
                intent,
                effect -> {
                  if (effect.attempt() == 1) {
                    database.execute("UPDATE account SET balance = balance + 10 WHERE id = 1");
                  }
                  FailureSupport.execute(
                      effect, "UPDATE account SET balance = balance - 42 WHERE id = 1");
                  return FailureSupport.pay(effect);
                });

    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(till.changes.retriedCodes()).containsExactly("40001");
    assertThat(till.changes.retriedVerdicts()).containsExactly(Verdict.RETRY);
    assertThat(balanceOf(1)).isEqualTo(100 + 10 - 42);
    till.assertPaidOnce(key, outcome);
    assertThat(attemptsStored(key)).isEqualTo(2);
  }

  /** Both read before either writes; the second to commit fails, maybe only at COMMIT. */
  @Test
  void ofTwoIntentsThatWouldSkewTheBalanceOneIsRetriedAndSeesTheOther() {
    CyclicBarrier bothHaveRead = new CyclicBarrier(2);
    String first = FailureSupport.newKey();
    String second = FailureSupport.newKey();

    var one = Race.start(() -> withdrawAll(first, 1, bothHaveRead));
    var two = Race.start(() -> withdrawAll(second, 2, bothHaveRead));
    List<Outcome<String>> outcomes = List.of(Race.result(one), Race.result(two));

    assertThat(till.changes.retriedCodes()).isNotEmpty().allMatch("40001"::equals);
    assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(Outcome.Rejected.class::isInstance).hasSize(1);
    assertThat(till.payments(first) + till.payments(second)).isEqualTo(1);
    assertThat(balanceOf(1) + balanceOf(2)).as("the rule that skew breaks").isEqualTo(50);
    assertThat(till.changes.of(StateChange.Failed.class)).isEmpty();
  }

  /** The two accounts together must never fall below zero. */
  private Outcome<String> withdrawAll(String key, int account, CyclicBarrier bothHaveRead) {
    var intent =
        FailureSupport.PAY.isolation(Isolation.SERIALIZABLE).intent("acme", key, "42.00 EUR");
    Semel node = till.semel();
    return node.once(
        intent,
        effect -> {
          int sum = sumOfBalances(effect);
          if (effect.attempt() == 1) {
            Race.meet(bothHaveRead);
          }
          if (sum < 150) {
            throw effect.reject("OVERDRAWN", "both accounts together hold too little");
          }
          FailureSupport.execute(
              effect, "UPDATE account SET balance = balance - 150 WHERE id = " + account);
          return FailureSupport.pay(effect);
        });
  }

  private static int sumOfBalances(JdbcEffect effect) throws SQLException {
    try (Statement query = effect.connection().createStatement();
        ResultSet row = query.executeQuery("SELECT sum(balance) FROM account")) {
      row.next();
      return row.getInt(1);
    }
  }

  private long balanceOf(int account) {
    return database.queryLong("SELECT balance FROM account WHERE id = ?", account);
  }

  private long attemptsStored(String key) {
    return database.queryLong("SELECT attempts FROM semel.intent WHERE key = ?", key);
  }

  /** Statements of the store's own have no attempt around them that would be repeated. */
  @Test
  void purgeIsRepeatedAfterASerializationFailure() {
    String key = FailureSupport.newKey();
    Semel semel = till.semel();
    semel.once(FailureSupport.intent(key), FailureSupport::pay);
    database.execute(
        "UPDATE semel.intent SET expires_at = settled_at WHERE key = '%s'".formatted(key));
    database.execute(
        """
        CREATE SEQUENCE refusal;
        CREATE FUNCTION refuse_twice() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('refusal') < 3 THEN RAISE SQLSTATE '40001'; END IF;
          RETURN OLD;
        END $$;
        CREATE TRIGGER refuse_twice BEFORE DELETE ON semel.intent
          FOR EACH ROW EXECUTE FUNCTION refuse_twice()
        """);
    try {
      assertThat(semel.purge(PurgeSettings.standard())).isEqualTo(1);
    } finally {
      database.execute("DROP FUNCTION refuse_twice() CASCADE; DROP SEQUENCE refusal");
    }
  }
}
