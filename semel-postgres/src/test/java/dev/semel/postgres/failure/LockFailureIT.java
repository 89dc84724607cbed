package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.spi.Verdict;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** 40P01 and 55P03: locks that were not to be had are tried for again. */
@ExtendWith(PostgresExtension.class)
class LockFailureIT {
  private final PostgresDatabase database;
  private final FailureSupport till;

  LockFailureIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @BeforeEach
  void makeTwoAccounts() {
    database.execute(
        """
        DROP TABLE IF EXISTS account;
        CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
        INSERT INTO account VALUES (1, 0), (2, 0)
        """);
  }

  @Test
  void twoIntentsThatDeadlockAreBothExecutedOnceInTheEnd() {
    CyclicBarrier bothHoldOne = new CyclicBarrier(2);
    String forth = FailureSupport.newKey();
    String back = FailureSupport.newKey();

    var one = Race.start(() -> transfer(forth, 1, 2, bothHoldOne));
    var two = Race.start(() -> transfer(back, 2, 1, bothHoldOne));

    till.assertPaidOnce(forth, Race.result(one));
    till.assertPaidOnce(back, Race.result(two));
    assertThat(till.changes.retriedCodes()).isNotEmpty().allMatch("40P01"::equals);
    assertThat(till.changes.retriedVerdicts()).containsOnly(Verdict.RETRY);
    assertThat(balanceOf(1)).isEqualTo(-1 + 1);
    assertThat(balanceOf(2)).isEqualTo(1 - 1);
  }

  private Outcome<String> transfer(String key, int from, int to, CyclicBarrier bothHoldOne) {
    Semel node = till.semel();
    return node.once(
        FailureSupport.intent(key),
        effect -> {
          FailureSupport.execute(
              effect, "UPDATE account SET balance = balance - 1 WHERE id = " + from);
          if (effect.attempt() == 1) {
            Race.meet(bothHoldOne);
          }
          FailureSupport.execute(
              effect, "UPDATE account SET balance = balance + 1 WHERE id = " + to);
          return FailureSupport.pay(effect);
        });
  }

  @Test
  void aLockTimeoutIsRetriedUntilTheLockIsFree() throws SQLException {
    String key = FailureSupport.newKey();
    try (Connection holder = database.connect()) {
      holder.setAutoCommit(false);
      FailureSupport.execute(holder, "UPDATE account SET balance = balance + 1 WHERE id = 1");
      till.changes.onRetry(() -> commit(holder));

      Outcome<String> outcome =
          till.semel()
              .once(
                  FailureSupport.intent(key),
                  effect -> {
                    FailureSupport.execute(effect, "SET LOCAL lock_timeout = '20ms'");
                    FailureSupport.execute(
                        effect, "UPDATE account SET balance = balance + 1 WHERE id = 1");
                    return FailureSupport.pay(effect);
                  });

      assertThat(outcome).isInstanceOf(Outcome.Executed.class);
      till.assertPaidOnce(key, outcome);
    }
    assertThat(till.changes.retriedCodes()).isNotEmpty().allMatch("55P03"::equals);
    assertThat(balanceOf(1)).isEqualTo(2);
  }

  @Test
  void noWaitIsRetriedLikeALockTimeout() throws SQLException {
    String key = FailureSupport.newKey();
    try (Connection holder = database.connect()) {
      holder.setAutoCommit(false);
      FailureSupport.execute(holder, "SELECT FROM account WHERE id = 2 FOR UPDATE");
      till.changes.onRetry(() -> commit(holder));

      Outcome<String> outcome =
          till.semel()
              .once(
                  FailureSupport.intent(key),
                  effect -> {
                    FailureSupport.execute(
                        effect, "SELECT FROM account WHERE id = 2 FOR UPDATE NOWAIT");
                    return FailureSupport.pay(effect);
                  });

      till.assertPaidOnce(key, outcome);
    }
    assertThat(till.changes.retriedCodes()).isNotEmpty().allMatch("55P03"::equals);
  }

  private static void commit(Connection connection) {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private long balanceOf(int account) {
    return database.queryLong("SELECT balance FROM account WHERE id = ?", account);
  }
}
