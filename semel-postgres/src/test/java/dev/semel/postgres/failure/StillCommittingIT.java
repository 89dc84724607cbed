package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.CommitUnknownException;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.spi.StateChange;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The client has lost its connection, and the server, which does not know yet, is still in the
 * middle of that COMMIT. A trigger holds it there at a gate.
 */
@ExtendWith(PostgresExtension.class)
class StillCommittingIT {
  private static final int GATE = 4711;
  private static final String WAITING =
      """
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'
      """;

  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();
  private FaultProxy proxy;
  private Connection gatekeeper;
  private Semel semel;

  StillCommittingIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @BeforeEach
  void closeTheGate() throws SQLException {
    database.execute(
        """
        CREATE OR REPLACE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NULL; END $$;
        DROP TRIGGER IF EXISTS gate ON payment;
        CREATE CONSTRAINT TRIGGER gate AFTER INSERT ON payment
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_gate()
        """);
    gatekeeper = database.connect();
    FailureSupport.execute(gatekeeper, "SELECT pg_advisory_lock(" + GATE + ")");
    proxy = FaultProxy.to(database.host(), database.port());
    semel = till.semel(database.dataSourceVia(proxy.host(), proxy.port()));
  }

  @AfterEach
  void clearAway() throws SQLException {
    gatekeeper.close();
    proxy.close();
  }

  @Test
  void itIsWaitedForAndThenToldAsExecuted() {
    till.changes.onRetry(this::openTheGateOnceTheClaimWasHeld);
    CompletableFuture<Void> cutter = cutOnceTheServerCommits();

    Outcome<String> outcome = semel.once(FailureSupport.intent(key), FailureSupport::pay);

    Race.result(cutter);
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(till.changes.of(StateChange.Retrying.class))
        .anyMatch(retry -> retry.failure().meaning().contains("has not ended yet"));
    till.assertPaidOnce(key, outcome);
  }

  @Test
  void whoeverGivesUpMeanwhileIsToldThatItIsUnknownAndLearnsItLater() throws SQLException {
    CompletableFuture<Void> cutter = cutOnceTheServerCommits();
    var intent =
        FailureSupport.PAY
            .retrying(FailureSupport.PATIENT.within(Duration.ofMillis(500)))
            .intent("acme", key, "42.00 EUR");

    assertThatExceptionOfType(CommitUnknownException.class)
        .isThrownBy(() -> semel.once(intent, FailureSupport::pay));

    Race.result(cutter);
    assertThat(till.changes.failures()).as("told once that it failed").hasSize(1);
    assertThat(semel.once(intent, FailureSupport::pay)).isInstanceOf(Outcome.InProgress.class);
    openTheGate();
    FailureSupport.await("the server has committed", () -> till.records(key) == 1);
    Outcome<String> outcome = semel.once(intent, FailureSupport::pay);
    assertThat(outcome).isInstanceOf(Outcome.Replayed.class);
    till.assertPaidOnce(key, outcome);
  }

  @Test
  void howOftenItWasLookedForTakesNoAttemptFromWhatMustBeRepeated() {
    till.changes.onRetry(this::killTheCommitAfterSomeLooks);
    CompletableFuture<Void> cutter = cutOnceTheServerCommits();
    var intent =
        FailureSupport.PAY
            .retrying(FailureSupport.PATIENT.attempts(2))
            .intent("acme", key, "42.00 EUR");

    Outcome<String> outcome = semel.once(intent, FailureSupport::pay);

    Race.result(cutter);
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    till.assertPaidOnce(key, outcome);
  }

  private long waitingForARow() {
    return database.queryLong(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'transactionid'
        """);
  }

  @Test
  void ofTwoLostCompletionsOfALeaseTheOneThatCommittedIsTold() {
    var granted =
        semel.lease(
            FailureSupport.intent(key), LeaseTerms.of(Duration.ofMinutes(5), Takeover.block()));
    Lease<String> lease = ((LeaseAttempt.Granted<String>) granted).lease();
    CompletableFuture<Void> cutter =
        Race.start(
            () -> {
              FailureSupport.await("COMMIT waits at the gate", () -> waitingAtTheGate() == 1);
              proxy.cutAll();
              FailureSupport.await("the next waits for it", () -> waitingForARow() == 1);
              proxy.cutAll();
              openTheGate();
              return null;
            });

    Outcome<String> outcome = lease.complete(FailureSupport::pay);

    Race.result(cutter);
    till.assertPaidOnce(key, outcome);
    assertThat(semel.once(FailureSupport.intent(key), FailureSupport::pay).orElseThrow())
        .isEqualTo(outcome.orElseThrow());
  }

  private void killTheCommitAfterSomeLooks() {
    if (till.changes.of(StateChange.Retrying.class).size() == 4) {
      database.execute("SELECT pg_terminate_backend(pid) FROM (%s) AS w".formatted(WAITING));
      openTheGate();
    }
  }

  private CompletableFuture<Void> cutOnceTheServerCommits() {
    return Race.start(
        () -> {
          FailureSupport.await("COMMIT waits at the gate", () -> waitingAtTheGate() == 1);
          proxy.cutAll();
          return null;
        });
  }

  private void openTheGateOnceTheClaimWasHeld() {
    if (till.changes.of(StateChange.Retrying.class).size() == 2) {
      openTheGate();
    }
  }

  private void openTheGate() {
    try {
      FailureSupport.execute(gatekeeper, "SELECT pg_advisory_unlock(" + GATE + ")");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private long waitingAtTheGate() {
    return database.queryLong("SELECT count(*) FROM (%s) AS w".formatted(WAITING));
  }
}
