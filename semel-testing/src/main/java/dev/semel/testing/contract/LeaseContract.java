package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Duplicates;
import dev.semel.Event;
import dev.semel.Intent;
import dev.semel.LeaseLostException;
import dev.semel.Rejection;
import dev.semel.Rejections;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.spi.LeaseAnswer;
import dev.semel.spi.LeaseRequest;
import dev.semel.spi.LeaseResult;
import dev.semel.spi.LeaseToken;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A lease is granted to one attempt at a time, is extended by its owner, and ends in one of five
 * ways, each of which says what the next attempt gets.
 *
 * @param <T> the store's transaction handle
 */
public abstract class LeaseContract<T> extends StoreContract<T> {

  @Test
  void aLeaseIsGrantedUntilItsEndOnTheStoresClock() {
    Instant now = fixture().clock().instant();
    var lease = granted(node("a"), order("k"), takeOver());
    assertThat(lease.intent()).isEqualTo(order("k").id());
    assertThat(lease.fence()).isPositive();
    assertThat(lease.until()).isEqualTo(now.plus(LEASE_LENGTH));
  }

  @Test
  void whileItIsHeldOthersAreToldHowLongItStillLasts() {
    Engine<T> owner = node("a");
    granted(owner, order("k"), takeOver());
    fixture().clock().advance(Duration.ofSeconds(10));
    Duration left = LEASE_LENGTH.minusSeconds(10);
    for (Engine<T> other : List.of(owner, node("b"))) {
      assertThat(other.lease(order("k"), takeOver())).isAnswered().isToBeRetriedAfter(left);
      assertThat(other.once(order("k"), inserting("k"))).isToBeRetriedAfter(left);
    }
    assertEffects("k", 0);
  }

  @Test
  void aHeartbeatExtendsItByItsFullLength() {
    var lease = granted(node("a"), order("k"), takeOver());
    Engine<T> other = node("b");
    for (int beat = 0; beat < 5; beat++) {
      fixture().clock().advance(LEASE_LENGTH.minusSeconds(1));
      Instant until = fixture().clock().instant().plus(LEASE_LENGTH);
      assertThat(lease.heartbeat()).isEqualTo(until);
      assertThat(lease.until()).isEqualTo(until);
      assertThat(other.lease(order("k"), takeOver())).isAnswered().isInProgress();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 40})
  void ofManyWhoAskOneGetsIt(int callers) {
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    var results = Callers.together(callers, i -> nodes.get(i % 2).lease(order("k"), takeOver()));
    assertThat(results).filteredOn(LeaseResult.Granted.class::isInstance).hasSize(1);
    assertThat(results)
        .filteredOn(LeaseResult.Answered.class::isInstance)
        .hasSize(callers - 1)
        .allSatisfy(result -> assertThat(result).isAnswered().isInProgress());
    assertThat(fixture().countRecords()).isEqualTo(1);
  }

  @Test
  void aCompletionIsReplayedToEveryLaterAttempt() {
    Engine<T> node = node("a");
    String told = granted(node, order("k"), takeOver()).complete(inserting("k")).orElseThrow();
    assertThat(node.lease(order("k"), takeOver())).isAnswered().isReplayed().hasResult(told);
    assertThat(node("b").once(order("k"), inserting("k"))).isReplayed().hasResult(told);
    assertEffects("k", 1);
    assertThat(fixture().countRecords()).isEqualTo(1);
  }

  @Test
  void effectAuditAndEventsCommitWithTheCompletion() {
    var lease = granted(node("a"), order("k"), takeOver());
    lease.complete(
        effect -> {
          effect.audit("PLACE", "order k", null);
          effect.publish(Event.of("order", "k", "placed", null));
          return inserting("k").run(effect);
        });
    assertEffects("k", 1);
    assertThat(fixture().countAudit(order("k").id())).isEqualTo(1);
    assertThat(fixture().countEvents(TENANT, "k")).isEqualTo(1);
  }

  @Test
  void aCompletionThatThrowsLeavesNothingAndTheLeaseWithItsOwner() {
    var lease = granted(node("a"), order("k"), takeOver());
    Crash crash = new Crash();
    assertThatThrownBy(() -> lease.complete(insertingThenThrowing("k", crash))).isSameAs(crash);
    assertEffects("k", 0);
    assertThat(lease.complete(inserting("k"))).isExecuted();
    assertEffects("k", 1);
  }

  @Test
  void aCompletionThatIsRejectedIsUndoneAndReplayedAsTheSameNo() {
    var lease = granted(node("a"), order("k"), takeOver());
    assertThat(lease.complete(insertingThenRejecting("k", "SOLD_OUT"))).isRejectedWith("SOLD_OUT");
    assertThat(node("b").once(order("k"), inserting("k"))).isReplayOfRejection("SOLD_OUT");
    assertEffects("k", 0);
  }

  @Test
  void aCompletionThatIsToBeJudgedAnewGivesTheLeaseBack() {
    Intent<String> intent = ORDER.rejections(Rejections.JUDGED_ANEW).intent(TENANT, "k", PAYLOAD);
    Engine<T> node = node("a");
    var lease = granted(node, intent, takeOver());
    assertThat(lease.complete(insertingThenRejecting("k", "CLOSED"))).isRejectedWith("CLOSED");
    assertEffects("k", 0);
    assertThat(granted(node, intent, takeOver()).complete(inserting("k"))).isExecuted();
    assertEffects("k", 1);
  }

  @Test
  void aRejectionByTheOwnerIsReplayed() {
    var lease = granted(node("a"), order("k"), takeOver());
    assertThat(lease.reject(new Rejection("SOLD_OUT", "none left"))).isRejectedWith("SOLD_OUT");
    assertThat(node("b").lease(order("k"), takeOver()))
        .isAnswered()
        .isReplayOfRejection("SOLD_OUT")
        .hasDetail("none left");
  }

  @Test
  void aFailureForGoodIsReplayedAsARejectionWithItsCode() {
    var lease = granted(node("a"), order("k"), takeOver());
    assertThat(lease.fail(new Rejection("NO_SUCH_BANK", ""))).isRejectedWith("NO_SUCH_BANK");
    assertThat(node("b").once(order("k"), inserting("k"))).isReplayOfRejection("NO_SUCH_BANK");
    assertEffects("k", 0);
  }

  @Test
  void whatIsGivenBackIsGrantedAtOnceWithAGreaterFence() {
    Engine<T> node = node("a");
    var first = granted(node, order("k"), takeOver());
    first.release("nothing done");
    var second = granted(node("b"), order("k"), takeOver());
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertThat(second.complete(inserting("k"))).isExecuted();
    assertEffects("k", 1);
  }

  /** Between the look at a record and its resumption, others may have run and given it back. */
  @Test
  void resumptionUnderAnEarlierFenceIsRefused() {
    granted(node("a"), order("k"), takeOver()).release("nothing done");
    LeaseToken seen = seen(order("k"));
    granted(node("b"), order("k"), takeOver()).release("nothing done");
    assertNotResumed(order("k"), seen);
  }

  @Test
  void resumptionOfAnEarlierRecordIsRefused() {
    Duration retention = Duration.ofHours(1);
    Intent<String> intent = ORDER.retainedFor(retention).intent(TENANT, "k", PAYLOAD);
    granted(node("a"), intent, takeOver()).release("nothing done");
    LeaseToken seen = seen(intent);
    fixture().clock().advance(retention);
    granted(node("b"), otherOrder("k"), takeOver()).release("nothing done");
    assertNotResumed(intent, seen);
  }

  private LeaseToken seen(Intent<String> intent) {
    return LeaseToken.of(Objects.requireNonNull(node("a").store().records().find(intent.id())));
  }

  private void assertNotResumed(Intent<String> intent, LeaseToken seen) {
    LeaseRequest request =
        new LeaseRequest(
            UUID.randomUUID(), intent.id(), intent.fingerprint(), "late", LEASE_LENGTH);
    assertThat(node("a").store().leases().resume(request, seen))
        .isInstanceOf(LeaseAnswer.Held.class);
  }

  @Test
  void ofManyWhoAskForWhatWasGivenBackOneGetsIt() {
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    granted(nodes.get(0), order("k"), takeOver()).release("nothing done");
    var results = Callers.together(20, i -> nodes.get(i % 2).lease(order("k"), takeOver()));
    assertThat(results).filteredOn(LeaseResult.Granted.class::isInstance).hasSize(1);
  }

  @Test
  void whatIsUnknownIsRunByNobody() {
    Engine<T> node = node("a");
    var lease = granted(node, order("k"), takeOver());
    assertThat(lease.unknown("the reply was lost")).isUnknown().hasReason("the reply was lost");
    letLeasesRunOut();
    for (Engine<T> retrying : List.of(node, node("b"))) {
      assertThat(retrying.lease(order("k"), takeOver()))
          .isAnswered()
          .isUnknown()
          .hasReason("the reply was lost");
      assertThat(retrying.once(order("k"), inserting("k"))).isUnknown();
    }
    assertEffects("k", 0);
  }

  @Test
  void whatHasEndedCannotEndAgain() {
    var lease = granted(node("a"), order("k"), takeOver());
    lease.complete(inserting("k"));
    assertThatThrownBy(lease::heartbeat).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(() -> lease.release("too late")).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(() -> lease.unknown("too late")).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(() -> lease.complete(inserting("k"))).isInstanceOf(LeaseLostException.class);
    assertThat(node("b").once(order("k"), inserting("k"))).isReplayed();
    assertEffects("k", 1);
  }

  @Test
  void anotherPayloadIsAMismatchWhateverTheLeaseHasComeTo() {
    Engine<T> node = node("a");
    var lease = granted(node, order("k"), takeOver());
    assertMismatch(node);
    lease.release("nothing done");
    assertMismatch(node);
    var next = granted(node, order("k"), takeOver());
    letLeasesRunOut();
    assertMismatch(node);
    next.unknown("the reply was lost");
    assertMismatch(node);
    assertEffects("k", 0);
  }

  private void assertMismatch(Engine<T> node) {
    assertThat(node.lease(otherOrder("k"), takeOver())).isAnswered().isMismatch();
    assertThat(node.once(otherOrder("k"), inserting("k"))).isMismatch();
  }

  @Test
  void anAtomicAttemptMayRunWhatWasGivenBack() {
    Engine<T> node = node("a");
    granted(node, order("k"), takeOver()).release("nothing done");
    String told = node.once(order("k"), inserting("k")).orElseThrow();
    assertThat(node("b").lease(order("k"), takeOver())).isAnswered().isReplayed().hasResult(told);
    assertEffects("k", 1);
    assertThat(fixture().countRecords()).isEqualTo(1);
  }

  @Test
  void anAtomicAttemptDoesNotRunWhatIsStale() {
    granted(node("a"), order("k"), takeOver());
    letLeasesRunOut();
    assertThat(node("b").once(order("k"), inserting("k"))).isUnknown();
    assertEffects("k", 0);
  }

  @Test
  void noLeaseIsGrantedOnWhatAnAtomicAttemptRunsOrRan() {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> atomic = node("a", checkpoints);
    Engine<T> leasing = node("b");
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var first = Callers.start(() -> atomic.once(order("k"), inserting("k")));
      held.awaitReached();
      assertThat(leasing.lease(order("k"), takeOver())).isAnswered().isInProgress();
      held.release();
      String told = first.result().orElseThrow();
      assertThat(leasing.lease(order("k"), takeOver())).isAnswered().isReplayed().hasResult(told);
    }
    assertEffects("k", 1);
  }

  @Test
  void aDuplicateThatWaitsGetsTheAnswerOfTheLeasedWork() {
    Intent<String> patient =
        ORDER.duplicates(Duplicates.waitUpTo(Duration.ofSeconds(60))).intent(TENANT, "k", PAYLOAD);
    var lease = granted(node("a"), order("k"), takeOver());
    Engine<T> other = node("b");
    var atomic = Callers.start(() -> other.once(patient, inserting("k")));
    var leasing = Callers.start(() -> other.lease(patient, takeOver()));
    String told = lease.complete(inserting("k")).orElseThrow();
    assertThat(atomic.result()).isReplayed().hasResult(told);
    assertThat(leasing.result()).isAnswered().isReplayed().hasResult(told);
    assertEffects("k", 1);
  }
}
