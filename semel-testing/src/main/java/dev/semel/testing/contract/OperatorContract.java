package dev.semel.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Scope;
import dev.semel.spi.Engine;
import dev.semel.spi.HeldLease;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.Purge;
import dev.semel.spi.Records;
import dev.semel.spi.State;
import dev.semel.spi.StoredAnswer;
import dev.semel.spi.StoredOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What operators look at: single records, what is stale, what is unknown, what took many attempts,
 * how much there is of everything and how old it is.
 *
 * @param <T> the store's transaction handle
 */
public abstract class OperatorContract<T> extends StoreContract<T> {
  private static final Duration RETENTION = Duration.ofHours(24);

  private static final Operation<String, String> RETAINED = ORDER.retainedFor(RETENTION);

  private static final Operation<String, String> CANCEL =
      Operation.named("cancel-order").taking(Fingerprinter.text()).answering(Codec.text());

  private static Intent<String> retained(String key) {
    return RETAINED.intent(TENANT, key, PAYLOAD);
  }

  private Records records() {
    return node("operator").store().records();
  }

  private static List<String> keysOf(List<IntentRecord> records) {
    return records.stream().map(record -> record.intent().key()).toList();
  }

  @Test
  void aSettledRecordShowsEverythingThatIsKnownOfIt() {
    Instant settledAt = fixture().clock().instant();
    Intent<String> intent = retained("k").onBehalfOf("ann");
    node("a").once(intent, inserting("k"));
    IntentRecord record = Objects.requireNonNull(records().find(intent.id()));
    assertThat(record.intent()).isEqualTo(intent.id());
    assertThat(record.state()).isEqualTo(State.EXECUTED);
    assertThat(record.fingerprint()).isEqualTo(intent.fingerprint());
    assertThat(record.outcome()).isNotNull();
    assertThat(record.outcome().answer()).isInstanceOf(StoredAnswer.Full.class);
    assertThat(record.lease()).isNull();
    assertThat(record.attempts()).isEqualTo(1);
    assertThat(record.settledAt()).isEqualTo(settledAt);
    assertThat(record.expiresAt()).isEqualTo(settledAt.plus(RETENTION));
  }

  @Test
  void aRunningRecordShowsWhoHoldsItAndForHowLong() {
    var lease = granted(node("a"), order("k"), takeOver());
    IntentRecord record = Objects.requireNonNull(records().find(order("k").id()));
    assertThat(record.state()).isEqualTo(State.RUNNING);
    assertThat(record.outcome()).isNull();
    assertThat(record.settledAt()).isNull();
    assertThat(record.expiresAt()).isNull();
    assertThat(record.lease()).isNotNull();
    assertThat(record.lease().owner()).startsWith("a");
    assertThat(record.lease().fence()).isEqualTo(lease.fence());
    assertThat(record.lease().until()).isEqualTo(lease.until());
    assertThat(record.lease().remaining()).isEqualTo(LEASE_LENGTH);
    assertThat(record.lease().isStale()).isFalse();
    letLeasesRunOut();
    record = Objects.requireNonNull(records().find(order("k").id()));
    assertThat(record.lease()).isNotNull();
    assertThat(record.lease().isStale()).isTrue();
  }

  @Test
  void whatWasGivenBackOrIsUnknownShowsItsReason() {
    granted(node("a"), order("back"), takeOver()).release("nothing done");
    granted(node("a"), order("lost"), takeOver()).unknown("the reply was lost");
    IntentRecord back = Objects.requireNonNull(records().find(order("back").id()));
    assertThat(back.state()).isEqualTo(State.RELEASED);
    assertThat(back.reason()).isEqualTo("nothing done");
    IntentRecord lost = Objects.requireNonNull(records().find(order("lost").id()));
    assertThat(lost.state()).isEqualTo(State.UNKNOWN);
    assertThat(lost.reason()).isEqualTo("the reply was lost");
  }

  @Test
  void anExpiredRecordIsFoundByOperatorsOnly() {
    Engine<T> node = node("a");
    node.once(retained("k"), inserting("k"));
    fixture().clock().advance(RETENTION);
    assertThat(records().find(retained("k").id())).isNotNull();
    assertThat(node.store().find(retained("k").id())).isNull();
    node.purge(10, 1);
    assertThat(records().find(retained("k").id())).isNull();
  }

  @Test
  void staleLeasesAreListedFromTheOldestAndBounded() {
    Engine<T> node = node("a");
    for (String key : List.of("first", "second", "third")) {
      granted(node, order(key), takeOver());
    }
    assertThat(records().staleLeases(10)).isEmpty();
    HeldLease<T, String> alive = granted(node, order("alive"), takeOver());
    granted(node, order("done"), takeOver()).complete(inserting("done"));
    granted(node, order("back"), takeOver()).release("nothing done");
    letLeasesRunOut();
    alive.heartbeat();
    assertThat(keysOf(records().staleLeases(10))).containsExactly("first", "second", "third");
    assertThat(keysOf(records().staleLeases(2))).containsExactly("first", "second");
  }

  @Test
  void unknownOutcomesAreListedFromTheOldestAndBounded() {
    Engine<T> node = node("a");
    granted(node, order("running"), takeOver());
    for (String key : List.of("first", "second", "third")) {
      granted(node, order(key), takeOver()).unknown("the reply was lost");
    }
    assertThat(keysOf(records().unknown(10))).containsExactly("first", "second", "third");
    assertThat(keysOf(records().unknown(2))).containsExactly("first", "second");
  }

  @Test
  void whatTookMoreThanOneAttemptIsListedFromTheMost() {
    Engine<T> node = node("a");
    node.once(order("one"), inserting("one"));
    attempt(node, "two", 2);
    attempt(node, "four", 4);
    attempt(node, "three", 3);
    assertThat(keysOf(records().mostAttempted(10))).containsExactly("four", "three", "two");
    assertThat(keysOf(records().mostAttempted(1))).containsExactly("four");
    assertThat(records().mostAttempted(1).get(0).attempts()).isEqualTo(4);
  }

  private void attempt(Engine<T> node, String key, int attempts) {
    for (int i = 1; i < attempts; i++) {
      granted(node, order(key), takeOver()).release("not now");
    }
    granted(node, order(key), takeOver()).complete(inserting(key));
  }

  @Test
  void recordsAreCountedByOperationAndState() {
    Engine<T> node = node("a");
    node.once(order("old"), inserting("old"));
    granted(node, order("running"), takeOver());
    fixture().clock().advance(Duration.ofHours(2));
    node.once(order("new"), inserting("new"));
    node.once(order("newer"), inserting("newer"));
    node.once(CANCEL.intent(TENANT, "no", PAYLOAD), insertingThenRejecting("no", "SHIPPED"));
    granted(node, CANCEL.intent(TENANT, "lost", PAYLOAD), takeOver()).unknown("lost");
    assertThat(records().counts(Duration.ofHours(1)))
        .containsExactlyInAnyOrder(
            new Records.StateCount("place-order", State.EXECUTED, 2),
            new Records.StateCount("place-order", State.RUNNING, 1),
            new Records.StateCount("cancel-order", State.REJECTED, 1),
            new Records.StateCount("cancel-order", State.UNKNOWN, 1));
    assertThat(records().counts(Duration.ofHours(3)))
        .contains(new Records.StateCount("place-order", State.EXECUTED, 3));
  }

  @Test
  void everyLookHasALimitOfAtLeastOne() {
    Scope scope = order("any").id().scope();
    Purge purge = node("operator").store().purge();
    for (ThrowingCallable look :
        List.<ThrowingCallable>of(
            () -> records().staleLeases(0),
            () -> records().unknown(0),
            () -> records().mostAttempted(0),
            () -> records().countOf(scope, 0),
            () -> purge.purgeBatch(0))) {
      assertThatThrownBy(look)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("limit is 0");
    }
  }

  @Test
  void theRecordsOfAScopeAreCountedUpToALimit() {
    Engine<T> node = node("a");
    node.once(order("one"), inserting("one"));
    node.once(order("two"), insertingThenRejecting("two", "NO"));
    node.once(order("theirs").onBehalfOf("somebody"), inserting("theirs"));
    node.once(CANCEL.intent(TENANT, "three", PAYLOAD), inserting("three"));
    Scope scope = order("one").id().scope();
    assertThat(records().countOf(scope, 10)).isEqualTo(2);
    assertThat(records().countOf(scope, 1)).isEqualTo(1);
    assertThat(records().countOf(new Scope(scope.tenant(), scope.operation(), "somebody"), 10))
        .isEqualTo(1);
    assertThat(records().countOf(Scope.of(TENANT, "cancel-order"), 10)).isEqualTo(1);
    assertThat(records().countOf(Scope.of("nobody", scope.operation()), 10)).isZero();
  }

  @Test
  void anEmptyStoreHasNoBacklog() {
    assertThat(records().backlog()).isEqualTo(new Records.Backlog(null, null, null, null));
    assertThat(records().counts(Duration.ofDays(1))).isEmpty();
  }

  @Test
  void theBacklogAgesWithTheStoresClock() {
    Engine<T> node = node("a");
    granted(node, order("running"), takeOver());
    granted(node, order("lost"), takeOver()).unknown("the reply was lost");
    node.once(retained("expired"), inserting("expired"));
    fixture().clock().advance(RETENTION);
    Records.Backlog before = records().backlog();
    assertThat(before.oldestStale()).isEqualTo(RETENTION.minus(LEASE_LENGTH));
    assertThat(before.oldestExpired()).isEqualTo(Duration.ZERO);
    Duration hour = Duration.ofHours(1);
    fixture().clock().advance(hour);
    Records.Backlog after = records().backlog();
    assertThat(after.oldestRunning()).isEqualTo(plus(before.oldestRunning(), hour));
    assertThat(after.oldestUnknown()).isEqualTo(plus(before.oldestUnknown(), hour));
    assertThat(after.oldestStale()).isEqualTo(RETENTION.minus(LEASE_LENGTH).plus(hour));
    assertThat(after.oldestExpired()).isEqualTo(hour);
  }

  private static Duration plus(@Nullable Duration age, Duration more) {
    return Objects.requireNonNull(age).plus(more);
  }

  @Test
  void aRejectedRecordShowsItsRefusal() {
    node("a").once(order("k"), insertingThenRejecting("k", "SOLD_OUT"));
    IntentRecord record = Objects.requireNonNull(records().find(order("k").id()));
    StoredOutcome outcome = Objects.requireNonNull(record.outcome());
    assertThat(outcome.state()).isEqualTo(State.REJECTED);
    assertThat(((StoredAnswer.Refusal) outcome.answer()).rejection().code()).isEqualTo("SOLD_OUT");
  }
}
