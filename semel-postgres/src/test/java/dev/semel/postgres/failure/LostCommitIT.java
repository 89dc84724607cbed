package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.CommitUnknownException;
import dev.semel.Duplicates;
import dev.semel.Isolation;
import dev.semel.JdbcEffect;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.Outcome;
import dev.semel.Rejection;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.spi.StateChange;
import dev.semel.spi.Verdict;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.net.OnMessage;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The connection is lost while COMMIT is under way. Nobody is told whether it happened, so the
 * intent is claimed again: its record is there or it is not.
 */
@ExtendWith(PostgresExtension.class)
class LostCommitIT {
  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();
  private final AtomicInteger runs = new AtomicInteger();
  private Function<OnMessage, Fault> onCommit = OnMessage::cutBefore;
  private @Nullable Fault fault;
  private FaultProxy proxy;
  private Semel semel;

  LostCommitIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @BeforeEach
  void connectThroughTheProxy() {
    proxy = FaultProxy.to(database.host(), database.port());
    semel = till.semel(database.dataSourceVia(proxy.host(), proxy.port()));
  }

  @AfterEach
  void closeTheProxy() {
    proxy.close();
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void whenCommitNeverReachedTheServerTheEffectIsRunAgain(Isolation isolation) {
    onCommit(OnMessage::cutBefore);

    Outcome<String> outcome = pay(isolation);

    assertFired();
    assertThat(runs).hasValue(2);
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(till.changes.retriedVerdicts()).contains(Verdict.RESOLVE);
    till.assertPaidOnce(key, outcome);
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void whenOnlyTheReplyWasLostTheCallerIsToldThatItRanNow(Isolation isolation) {
    onCommit(OnMessage::loseReply);

    Outcome<String> outcome = pay(isolation);

    assertFired();
    assertThat(runs).hasValue(1);
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(till.changes.retriedVerdicts()).contains(Verdict.RESOLVE);
    till.assertPaidOnce(key, outcome);
  }

  @Test
  void listenersHearOfAnExecutionWhoseReplyWasLost() {
    onCommit(OnMessage::loseReply);

    pay(Isolation.DATABASE_DEFAULT);

    assertThat(till.changes.of(StateChange.Executed.class)).hasSize(1);
    assertThat(till.changes.of(StateChange.Replayed.class)).isEmpty();
  }

  @Test
  void aRejectionWhoseReplyWasLostIsStoredOnceAndToldAsNew() {
    onCommit(OnMessage::loseReply);

    Outcome<String> outcome =
        semel.once(
            FailureSupport.intent(key),
            effect -> {
              countedPay(effect);
              throw effect.reject("CARD_EXPIRED", "use another card");
            });

    assertFired();
    assertThat(runs).hasValue(1);
    assertThat(outcome)
        .isEqualTo(
            new Outcome.Rejected<>(new Rejection("CARD_EXPIRED", "use another card"), false));
    assertThat(till.payments(key)).isZero();
    assertThat(till.records(key)).isEqualTo(1);
  }

  @Test
  void everyCommitButTheLastMayBeLost() {
    onCommit(message -> message.times(3).cutBefore());

    Outcome<String> outcome = pay(Isolation.DATABASE_DEFAULT);

    assertThat(Objects.requireNonNull(fault).firedCount()).isEqualTo(3);
    assertThat(runs).hasValue(4);
    till.assertPaidOnce(key, outcome);
  }

  @Test
  void anUnansweredCommitThatHappenedIsReplayedToTheNextCall() {
    onCommit(OnMessage::loseReply);
    giveUpBecauseTheServerIsOutOfReach();
    proxy.heal();

    Outcome<String> outcome = pay(Isolation.DATABASE_DEFAULT);

    assertThat(runs).hasValue(1);
    assertThat(outcome).isInstanceOf(Outcome.Replayed.class);
    till.assertPaidOnce(key, outcome);
  }

  @Test
  void anUnansweredCommitThatDidNotHappenIsExecutedByTheNextCall() {
    onCommit(OnMessage::cutBefore);
    giveUpBecauseTheServerIsOutOfReach();
    proxy.heal();

    Outcome<String> outcome = pay(Isolation.DATABASE_DEFAULT);

    assertThat(runs).hasValue(2);
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    till.assertPaidOnce(key, outcome);
  }

  @Test
  void aLookThatIsRefusedForGoodDoesNotMakeALostCommitAFailure() {
    ChangingDataSource changing =
        new ChangingDataSource(database.dataSourceVia(proxy.host(), proxy.port()));
    till.changes.onRetry(
        () -> changing.changeTo(database.dataSource(Map.of("user", "nobody-of-that-name"))));
    onCommit(OnMessage::loseReply);

    assertThatExceptionOfType(CommitUnknownException.class)
        .isThrownBy(() -> till.semel(changing).once(FailureSupport.intent(key), this::countedPay))
        .withMessageContaining("check user and password");

    assertFired();
    till.changes.onRetry(() -> {});
    assertThat(pay(Isolation.DATABASE_DEFAULT)).isInstanceOf(Outcome.Replayed.class);
    assertThat(runs).hasValue(1);
  }

  @Test
  void aLeaseWhoseLastCommitIsUnansweredIsNotSaidToHaveDoneNothing() {
    till.changes.onRetry(proxy::refuseNew);
    onCommit(OnMessage::loseReply);
    var lease = leased(FailureSupport.PATIENT.within(Duration.ofMillis(200)));

    assertThatExceptionOfType(CommitUnknownException.class)
        .isThrownBy(() -> lease.complete(this::countedPay));

    assertFired();
    till.changes.onRetry(() -> {});
    proxy.heal();
    assertThat(pay(Isolation.DATABASE_DEFAULT)).isInstanceOf(Outcome.Replayed.class);
    assertThat(runs).hasValue(1);
  }

  @Test
  void leaseWithOneAttemptFindsItsLostCommit() {
    onCommit(OnMessage::loseReply);
    var lease = leased(FailureSupport.PATIENT.attempts(1));

    Outcome<String> outcome = lease.complete(this::countedPay);

    assertFired();
    assertThat(runs).hasValue(1);
    till.assertPaidOnce(key, outcome);
  }

  private Lease<String> leased(RetryPolicy retries) {
    var intent = FailureSupport.PAY.retrying(retries).intent("acme", key, "42.00 EUR");
    var attempt = semel.lease(intent, LeaseTerms.of(Duration.ofMinutes(1), Takeover.block()));
    return ((LeaseAttempt.Granted<String>) attempt).lease();
  }

  private void onCommit(Function<OnMessage, Fault> damage) {
    onCommit = damage;
  }

  private void assertFired() {
    assertThat(Objects.requireNonNull(fault).firedCount()).isEqualTo(1);
  }

  private void giveUpBecauseTheServerIsOutOfReach() {
    till.changes.onRetry(proxy::refuseNew);
    var intent =
        FailureSupport.PAY
            .retrying(FailureSupport.PATIENT.within(Duration.ofMillis(200)))
            .intent("acme", key, "42.00 EUR");

    assertThatExceptionOfType(CommitUnknownException.class)
        .isThrownBy(() -> semel.once(intent, this::countedPay))
        .withMessageContaining("call again with the same key to learn the answer")
        .withMessageNotContaining(key);

    assertFired();
    assertThat(till.changes.failures()).hasSize(1);
    till.changes.onRetry(() -> {});
  }

  private Outcome<String> pay(Isolation isolation) {
    // The backend of a connection that was cut may hold its lock for a moment longer.
    var intent =
        FailureSupport.PAY
            .isolation(isolation)
            .duplicates(Duplicates.waitUpTo(Duration.ofMinutes(1)))
            .intent("acme", key, "42.00 EUR");
    return semel.once(intent, this::countedPay);
  }

  /** Sets the fault with the first effect, because "READ COMMITTED" in a claim has COMMIT in it. */
  private String countedPay(JdbcEffect effect) throws SQLException {
    if (runs.incrementAndGet() == 1) {
      fault = onCommit.apply(proxy.onMessage("COMMIT"));
    }
    return FailureSupport.pay(effect);
  }
}
