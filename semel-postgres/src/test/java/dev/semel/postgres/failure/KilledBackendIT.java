package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.RetriesExhaustedException;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Boundary;
import dev.semel.spi.Verdict;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 57P01, 25P03, 08006: the connection is gone, so the intent is claimed again on another. */
@ExtendWith(PostgresExtension.class)
class KilledBackendIT {
  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();
  private final DataSource dataSource;

  KilledBackendIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
    this.dataSource = database.dataSource(Map.of("ApplicationName", key));
  }

  @ParameterizedTest
  @EnumSource(names = {"AFTER_CLAIM", "BEFORE_SETTLE"})
  void aBackendKilledBetweenTwoStepsCostsARetryAndNothingElse(Boundary place) {
    AtomicBoolean killed = new AtomicBoolean();
    Semel semel =
        Semel.builder(PostgresStore.on(dataSource))
            .listener(till.changes)
            .boundaries((at, intent) -> killOnce(at == place, killed))
            .build();

    Outcome<String> outcome = semel.once(FailureSupport.intent(key), FailureSupport::pay);

    assertThat(killed).isTrue();
    assertExecutedAfterOneLostConnection(outcome);
  }

  @Test
  void aBackendKilledBetweenTwoStatementsOfTheEffectCostsARetryAndNothingElse() {
    AtomicBoolean killed = new AtomicBoolean();

    Outcome<String> outcome =
        till.semel(dataSource)
            .once(
                FailureSupport.intent(key),
                effect -> {
                  String receipt = FailureSupport.pay(effect);
                  killOnce(true, killed);
                  FailureSupport.execute(effect, "SELECT 1");
                  return receipt;
                });

    assertExecutedAfterOneLostConnection(outcome);
  }

  @Test
  void aBackendKilledWhileItRunsAStatementOfTheEffectSaysThatItWasTold() {
    CompletableFuture<Void> killer =
        Race.start(
            () -> {
              FailureSupport.await("the effect's statement runs", this::sleeps);
              kill();
              return null;
            });

    Outcome<String> outcome =
        till.semel(dataSource)
            .once(
                FailureSupport.intent(key),
                effect -> {
                  if (effect.attempt() == 1) {
                    FailureSupport.execute(effect, "SELECT pg_sleep(60)");
                  }
                  return FailureSupport.pay(effect);
                });

    Race.result(killer);
    assertThat(till.changes.retriedCodes()).containsExactly("57P01");
    assertExecutedAfterOneLostConnection(outcome);
  }

  @Test
  void anEffectThatDalliesBeyondTheServersPatienceIsRunAgain() {
    Outcome<String> outcome =
        till.semel(dataSource)
            .once(
                FailureSupport.intent(key),
                effect -> {
                  if (effect.attempt() == 1) {
                    dallyUntilTheServerGivesUp(effect);
                  }
                  return FailureSupport.pay(effect);
                });

    assertExecutedAfterOneLostConnection(outcome, Verdict.RETRY);
  }

  /** The server rolls back before it ends the session, so there is nothing to find out. */
  @Test
  void idleTimeoutBeforeCommitProvesThatNothingWasCommitted() {
    RetryPolicy once = RetryPolicy.never().within(Duration.ofNanos(1));

    assertThatExceptionOfType(RetriesExhaustedException.class)
        .isThrownBy(
            () ->
                till.semel(dataSource)
                    .once(
                        FailureSupport.PAY.retrying(once).intent("acme", key, "42.00 EUR"),
                        effect -> {
                          String receipt = FailureSupport.pay(effect);
                          dallyUntilTheServerGivesUp(effect);
                          return receipt;
                        }))
        .withMessageContaining("idle_in_transaction_session_timeout")
        .withMessageContaining("nothing was committed");

    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  private void dallyUntilTheServerGivesUp(JdbcEffect effect) throws SQLException {
    FailureSupport.execute(effect, "SET LOCAL idle_in_transaction_session_timeout = '1ms'");
    FailureSupport.await("the server ends the session", () -> backends() == 0);
  }

  private void assertExecutedAfterOneLostConnection(Outcome<String> outcome) {
    assertExecutedAfterOneLostConnection(outcome, Verdict.RESOLVE);
  }

  private void assertExecutedAfterOneLostConnection(Outcome<String> outcome, Verdict verdict) {
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(till.changes.retriedVerdicts()).containsExactly(verdict);
    assertThat(till.changes.retriedCodes()).isSubsetOf("57P01", "25P03", "08003", "08006");
    assertThat(till.changes.failures()).isEmpty();
    till.assertPaidOnce(key, outcome);
  }

  private void killOnce(boolean here, AtomicBoolean killed) {
    if (here && killed.compareAndSet(false, true)) {
      kill();
    }
  }

  /** Returns when the backend is gone. */
  private void kill() {
    FailureSupport.await("those of earlier connections are gone", () -> backends() == 1);
    assertThat(
            database.query(
                "SELECT pg_terminate_backend(pid, 60000) AS gone FROM pg_stat_activity WHERE application_name = ?",
                key))
        .extracting(row -> row.get("gone"))
        .containsOnly(true);
  }

  private boolean sleeps() {
    return database.queryLong(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = ? AND wait_event = 'PgSleep'",
            key)
        == 1;
  }

  private long backends() {
    return database.queryLong(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = ?", key);
  }
}
