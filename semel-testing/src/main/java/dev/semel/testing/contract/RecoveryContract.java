package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Content;
import dev.semel.Intent;
import dev.semel.LeaseLostException;
import dev.semel.LeaseTerms;
import dev.semel.RecoveryProbe.Finding;
import dev.semel.Rejection;
import dev.semel.Retention;
import dev.semel.Takeover;
import dev.semel.spi.Boundary;
import dev.semel.spi.Classification;
import dev.semel.spi.Engine;
import dev.semel.spi.HeldLease;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.LeaseResult;
import dev.semel.spi.Recovery;
import dev.semel.spi.State;
import dev.semel.spi.StateChange;
import dev.semel.spi.StoredAnswer;
import dev.semel.spi.StoredOutcome;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Stale work is decided about by a probe, by a policy or by an operator: once, under the fence that
 * was seen, and with a reason.
 *
 * @param <T> the store's transaction handle
 */
public abstract class RecoveryContract<T> extends StoreContract<T> {

  private static LeaseTerms<String> asking(Finding<String> finding) {
    return LeaseTerms.of(LEASE_LENGTH, Takeover.ask(stale -> finding));
  }

  private IntentRecord record() {
    IntentRecord record = node("reader").store().records().find(order("k").id());
    assertThat(record).isNotNull();
    return record;
  }

  @Test
  void aProbeIsAskedOnlyWhenTheLeaseHasRunOutAndSeesTheRecord() {
    Engine<T> node = node("a");
    var old = granted(node, order("k"), takeOver());
    List<IntentRecord> seen = new CopyOnWriteArrayList<>();
    LeaseTerms<String> asking =
        LeaseTerms.of(
            LEASE_LENGTH,
            Takeover.ask(
                stale -> {
                  seen.add(stale);
                  return new Finding.SafeToRetry<>("nothing there");
                }));
    assertThat(node.lease(order("k"), asking)).isAnswered().isInProgress();
    assertThat(seen).isEmpty();
    letLeasesRunOut();
    assertThat(node.lease(order("k"), asking)).isGranted();
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).intent()).isEqualTo(order("k").id());
    assertThat(seen.get(0).fence()).isEqualTo(old.fence());
    assertThat(seen.get(0).state()).isEqualTo(State.RUNNING);
  }

  @Test
  void whatIsSafeToRetryIsGrantedAnew() {
    var old = granted(node("a"), order("k"), takeOver());
    letLeasesRunOut();
    var next = granted(node("b"), order("k"), asking(new Finding.SafeToRetry<>("nothing there")));
    assertThat(next.fence()).isGreaterThan(old.fence());
    assertLate(old);
    assertThat(next.complete(inserting("k"))).isExecuted();
    assertEffects("k", 1);
  }

  @Test
  void whatHasSucceededIsReplayedWithTheResultThatWasFound() {
    var old = granted(node("a"), order("k"), takeOver());
    letLeasesRunOut();
    var found = new Finding.AlreadySucceeded<>("paid on Monday", "the bank has it");
    assertThat(node("b").lease(order("k"), asking(found)))
        .isAnswered()
        .isReplayed()
        .hasResult("paid on Monday");
    assertLate(old);
    assertThat(node("c").once(order("k"), inserting("k"))).isReplayed().hasResult("paid on Monday");
    assertEffects("k", 0);
  }

  @Test
  void whatNeedsReviewIsUnknownToEverybody() {
    var old = granted(node("a"), order("k"), takeOver());
    letLeasesRunOut();
    var found = new Finding.NeedsReview<String>("the bank is closed");
    assertThat(node("b").lease(order("k"), asking(found)))
        .isAnswered()
        .isUnknown()
        .hasReason("the bank is closed");
    assertLate(old);
    assertThat(node("c").lease(order("k"), takeOver())).isAnswered().isUnknown();
    assertThat(record().state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void whatIsAbandonedIsRejectedForEverybody() {
    var old = granted(node("a"), order("k"), takeOver());
    letLeasesRunOut();
    var found = new Finding.Abandoned<String>("the shop is closed");
    assertThat(node("b").lease(order("k"), asking(found)))
        .isAnswered()
        .isReplayOfRejection("ABANDONED");
    assertLate(old);
    assertThat(node("c").once(order("k"), inserting("k"))).isReplayOfRejection("ABANDONED");
    assertThat(record().state()).isEqualTo(State.ABANDONED);
  }

  private void assertLate(HeldLease<T, String> old) {
    IntentRecord before = record();
    assertThatThrownBy(old::heartbeat).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(() -> old.complete(inserting("late")))
        .isInstanceOf(LeaseLostException.class);
    assertThat(record()).isEqualTo(before);
    assertEffects("late", 0);
  }

  @Test
  void ofTwoNodesThatTakeOverAtOnceOneIsHeard() {
    granted(node("a"), order("k"), takeOver());
    letLeasesRunOut();
    List<StateChange> changes = new CopyOnWriteArrayList<>();
    var results = recoverAtOnce(changes, takeOver(), takeOver());
    assertThat(results).filteredOn(LeaseResult.Granted.class::isInstance).hasSize(1);
    assertThat(changes).filteredOn(StateChange.Recovered.class::isInstance).hasSize(1);
  }

  @Test
  void ofTwoProbesThatFindDifferentThingsOneIsHeard() {
    granted(node("a"), order("k"), takeOver());
    letLeasesRunOut();
    List<StateChange> changes = new CopyOnWriteArrayList<>();
    var results =
        recoverAtOnce(
            changes,
            asking(new Finding.AlreadySucceeded<>("paid", "the bank has it")),
            asking(new Finding.Abandoned<>("the bank does not have it")));
    assertThat(changes).filteredOn(StateChange.Recovered.class::isInstance).hasSize(1);
    assertThat(results.get(0)).isEqualTo(results.get(1));
  }

  /** Both have read the stale record before either decides. */
  private List<LeaseResult<T, String>> recoverAtOnce(
      List<StateChange> changes, LeaseTerms<String> one, LeaseTerms<String> other) {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> first = node("b", checkpoints, changes::add);
    Engine<T> second = node("c", checkpoints, changes::add);
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_RECOVERY);
        Checkpoint alsoHeld = checkpoints.holdAt(Boundary.BEFORE_RECOVERY)) {
      var firstCall = Callers.start(() -> first.lease(order("k"), one));
      var secondCall = Callers.start(() -> second.lease(order("k"), other));
      held.awaitReached();
      alsoHeld.awaitReached();
      held.release();
      alsoHeld.release();
      return List.of(firstCall.result(), secondCall.result());
    }
  }

  @Test
  void anOwnerThatComesBackInTimeIsNotRecovered() {
    Checkpoints checkpoints = new Checkpoints();
    var owner = granted(node("a"), order("k"), takeOver());
    letLeasesRunOut();
    Engine<T> other = node("b", checkpoints);
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_RECOVERY)) {
      var taking = Callers.start(() -> other.lease(order("k"), takeOver()));
      held.awaitReached();
      owner.heartbeat();
      held.release();
      assertThat(taking.result()).isAnswered().isInProgress();
    }
    assertThat(owner.complete(inserting("k"))).isExecuted();
    assertEffects("k", 1);
  }

  private static Recovery decision(Classification classification) {
    return new Recovery(
        classification, "looked at it", "operator ann", outcomeOf(classification), oneDay());
  }

  private static Retention oneDay() {
    return Retention.of(Duration.ofDays(1));
  }

  private static @Nullable StoredOutcome outcomeOf(Classification classification) {
    return switch (classification) {
      case ALREADY_SUCCEEDED ->
          StoredOutcome.executed(
              new StoredAnswer.Full(
                  new Content("text/plain; charset=utf-8", 1, new byte[] {'o', 'k'})));
      case ABANDONED ->
          StoredOutcome.refused(State.ABANDONED, new Rejection("ABANDONED", "looked at it"));
      case SAFE_TO_RETRY, NEEDS_REVIEW -> null;
    };
  }

  @ParameterizedTest
  @EnumSource
  void anOperatorDecidesAboutWhatIsStale(Classification classification) {
    var owner = granted(node("a"), order("k"), block());
    letLeasesRunOut();
    assertDecided(classification);
    assertThatThrownBy(owner::heartbeat).isInstanceOf(LeaseLostException.class);
  }

  @ParameterizedTest
  @EnumSource
  void anOperatorDecidesAboutWhatIsUnknown(Classification classification) {
    granted(node("a"), order("k"), block()).unknown("the reply was lost");
    assertDecided(classification);
  }

  private void assertDecided(Classification classification) {
    Engine<T> node = node("b");
    IntentRecord seen = record();
    assertThat(node.recover(seen, decision(classification))).isTrue();
    assertThat(record().fence()).isGreaterThan(seen.fence());
    assertThat(record().state()).isEqualTo(decision(classification).state());
    LeaseResult<T, String> next = node.lease(order("k"), block());
    switch (classification) {
      case SAFE_TO_RETRY -> assertThat(next).isGranted();
      case ALREADY_SUCCEEDED -> assertThat(next).isAnswered().isReplayed().hasResult("ok");
      case NEEDS_REVIEW -> assertThat(next).isAnswered().isUnknown().hasReason("looked at it");
      case ABANDONED -> assertThat(next).isAnswered().isReplayOfRejection("ABANDONED");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDecisionOnAFenceThatHasMovedOnIsRefused(Classification classification) {
    granted(node("a"), order("k"), takeOver());
    IntentRecord seen = record();
    letLeasesRunOut();
    granted(node("b"), order("k"), takeOver());
    letLeasesRunOut();
    assertUndecided(seen, classification);
  }

  @ParameterizedTest
  @EnumSource
  void aDecisionAboutALeaseThatStillHoldsIsRefused(Classification classification) {
    var owner = granted(node("a"), order("k"), takeOver());
    assertUndecided(record(), classification);
    assertThat(owner.complete(inserting("k"))).isExecuted();
  }

  @ParameterizedTest
  @EnumSource
  void aDecisionAboutWhatIsSettledIsRefused(Classification classification) {
    var owner = granted(node("a"), order("k"), takeOver());
    IntentRecord seen = record();
    owner.complete(inserting("k"));
    letLeasesRunOut();
    assertUndecided(seen, classification);
  }

  /** The key is free again after its retention; its next record was never looked at. */
  @ParameterizedTest
  @EnumSource
  void aDecisionAboutAnEarlierRecordOfTheKeyIsRefused(Classification classification) {
    Duration retention = Duration.ofHours(1);
    Intent<String> intent = ORDER.retainedFor(retention).intent(TENANT, "k", PAYLOAD);
    var owner = granted(node("a"), intent, takeOver());
    IntentRecord seen = record();
    owner.complete(inserting("k"));
    fixture().clock().advance(retention);
    granted(node("a"), intent, takeOver());
    letLeasesRunOut();
    assertUndecided(seen, classification);
  }

  private void assertUndecided(IntentRecord seen, Classification classification) {
    IntentRecord before = record();
    assertThat(node("c").recover(seen, decision(classification))).isFalse();
    assertThat(record()).isEqualTo(before);
  }
}
