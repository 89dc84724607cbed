package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Intent;
import dev.semel.LeaseLostException;
import dev.semel.Rejection;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.spi.HeldLease;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.State;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A lease runs out and somebody else takes the work over while its old owner still lives. The late
 * owner can change nothing and commit nothing, whatever it tries and whenever it wakes up.
 *
 * @param <T> the store's transaction handle
 */
public abstract class TakeoverContract<T> extends StoreContract<T> {

  /** Something that an owner tries with its lease. */
  interface Try {
    void on(HeldLease<?, String> lease);
  }

  static Stream<Named<Try>> everythingAnOwnerCanTry() {
    return Stream.of(
        Named.of("heartbeat", HeldLease::heartbeat),
        Named.of("complete", lease -> lease.complete(effect -> "late")),
        Named.of("reject", lease -> lease.reject(new Rejection("LATE", ""))),
        Named.of("fail", lease -> lease.fail(new Rejection("LATE", ""))),
        Named.of("release", lease -> lease.release("late")),
        Named.of("unknown", lease -> lease.unknown("late")));
  }

  private HeldLease<T, String> takenOver(Engine<T> node) {
    letLeasesRunOut();
    return granted(node, order("k"), takeOver());
  }

  private IntentRecord recordOf(Intent<String> intent) {
    IntentRecord record = node("reader").store().records().find(intent.id());
    assertThat(record).isNotNull();
    return record;
  }

  private void assertRefused(HeldLease<?, String> late, Try attempt) {
    IntentRecord before = recordOf(order("k"));
    assertThatThrownBy(() -> attempt.on(late)).isInstanceOf(LeaseLostException.class);
    assertThat(recordOf(order("k"))).isEqualTo(before);
  }

  @Test
  void whatRanOutIsGrantedAnewWithAGreaterFence() {
    var old = granted(node("a"), order("k"), takeOver());
    fixture().clock().advance(LEASE_LENGTH.minusSeconds(1));
    assertThat(node("b").lease(order("k"), takeOver())).isAnswered().isInProgress();
    fixture().clock().advance(Duration.ofSeconds(1));
    var next = granted(node("b"), order("k"), takeOver());
    assertThat(next.fence()).isGreaterThan(old.fence());
    long fence = next.fence();
    for (int takeover = 0; takeover < 3; takeover++) {
      long greater = takenOver(node("c")).fence();
      assertThat(greater).isGreaterThan(fence);
      fence = greater;
    }
  }

  @ParameterizedTest
  @MethodSource("everythingAnOwnerCanTry")
  void aLateOwnerChangesNothingWhileTheNewOneWorks(Try attempt) {
    var old = granted(node("a"), order("k"), takeOver());
    var current = takenOver(node("b"));
    assertRefused(old, attempt);
    assertThat(current.heartbeat()).isAfter(fixture().clock().instant());
    assertThat(current.complete(inserting("k"))).isExecuted();
  }

  @ParameterizedTest
  @MethodSource("everythingAnOwnerCanTry")
  void aLateOwnerChangesNothingAfterTheNewOneIsDone(Try attempt) {
    var old = granted(node("a"), order("k"), takeOver());
    String told = takenOver(node("b")).complete(inserting("k")).orElseThrow();
    assertRefused(old, attempt);
    assertThat(node("a").lease(order("k"), takeOver())).isAnswered().isReplayed().hasResult(told);
  }

  @ParameterizedTest
  @MethodSource("everythingAnOwnerCanTry")
  void aLateOwnerChangesNothingAfterTheNewOneGaveItBack(Try attempt) {
    var old = granted(node("a"), order("k"), takeOver());
    takenOver(node("b")).release("nothing done");
    assertRefused(old, attempt);
  }

  @ParameterizedTest
  @MethodSource("everythingAnOwnerCanTry")
  void aLateOwnerChangesNothingAfterTheNewOneLostTrackOfIt(Try attempt) {
    var old = granted(node("a"), order("k"), takeOver());
    takenOver(node("b")).unknown("the reply was lost");
    assertRefused(old, attempt);
  }

  /** The key is free again after its retention; its next lease has nothing to do with the first. */
  private HeldLease<T, String> ofTheNextIntent() {
    Duration retention = Duration.ofHours(1);
    Intent<String> intent = ORDER.retainedFor(retention).intent(TENANT, "k", PAYLOAD);
    letLeasesRunOut();
    granted(node("b"), intent, takeOver()).complete(inserting("k"));
    fixture().clock().advance(retention);
    return granted(node("b"), intent, takeOver());
  }

  @ParameterizedTest
  @MethodSource("everythingAnOwnerCanTry")
  void anOwnerFromBeforeTheRetentionEndedChangesNothingOfTheNextIntent(Try attempt) {
    var old = granted(node("a"), order("k"), takeOver());
    var current = ofTheNextIntent();
    assertRefused(old, attempt);
    assertThat(current.complete(inserting("k"))).isExecuted();
  }

  /** The next record may have the same fence, and then only its id tells it from the old one. */
  @ParameterizedTest
  @MethodSource("everythingAnOwnerCanTry")
  void anOwnerFromBeforeTheRetentionEndedIsRefusedAfterTheNextIntentWasGivenBack(Try attempt) {
    var old = granted(node("a"), order("k"), takeOver());
    ofTheNextIntent().release("nothing done");
    assertRefused(old, attempt);
  }

  @ParameterizedTest
  @MethodSource("everythingAnOwnerCanTry")
  void anOwnerFromBeforeTheRetentionEndedIsRefusedAfterTheNextIntentBecameUnknown(Try attempt) {
    var old = granted(node("a"), order("k"), takeOver());
    ofTheNextIntent().unknown("the reply was lost");
    assertRefused(old, attempt);
  }

  @Test
  void theEffectOfALateOwnerIsRolledBack() {
    var old = granted(node("a"), order("k"), takeOver());
    var current = takenOver(node("b"));
    assertThatThrownBy(() -> old.complete(inserting("late")))
        .isInstanceOf(LeaseLostException.class);
    assertEffects("late", 0);
    assertThat(current.complete(inserting("k"))).isExecuted();
    assertThatThrownBy(() -> old.complete(inserting("late")))
        .isInstanceOf(LeaseLostException.class);
    assertEffects("late", 0);
    assertEffects("k", 1);
  }

  @Test
  void anOwnerThatLosesItsLeaseWhileItCompletesCommitsNothing() {
    Checkpoints checkpoints = new Checkpoints();
    var old = granted(node("a", checkpoints), order("k"), takeOver());
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var completing = Callers.start(() -> old.complete(inserting("late")));
      held.awaitReached();
      String told = takenOver(node("b")).complete(inserting("k")).orElseThrow();
      held.release();
      assertThatThrownBy(completing::result).isInstanceOf(LeaseLostException.class);
      assertThat(node("b").once(order("k"), inserting("k"))).isReplayed().hasResult(told);
    }
    assertEffects("late", 0);
    assertEffects("k", 1);
  }

  @Test
  void anOwnerThatIsRejectedAfterItLostItsLeaseStoresNothing() {
    Checkpoints checkpoints = new Checkpoints();
    var old = granted(node("a", checkpoints), order("k"), takeOver());
    try (Checkpoint held = checkpoints.holdAt(Boundary.AFTER_UNDO)) {
      var completing = Callers.start(() -> old.complete(insertingThenRejecting("k", "LATE")));
      held.awaitReached();
      assertThat(takenOver(node("b")).complete(inserting("k"))).isExecuted();
      held.release();
      assertThatThrownBy(completing::result).isInstanceOf(LeaseLostException.class);
    }
    assertThat(recordOf(order("k")).state()).isEqualTo(State.EXECUTED);
    assertEffects("k", 1);
  }

  @Test
  void whatRanOutAndNobodyTookIsStillItsOwners() {
    var lease = granted(node("a"), order("k"), takeOver());
    letLeasesRunOut();
    letLeasesRunOut();
    assertThat(lease.complete(inserting("k"))).isExecuted();
    assertThat(node("b").lease(order("k"), takeOver())).isAnswered().isReplayed();
    assertEffects("k", 1);
  }

  @Test
  void aHeartbeatAfterItRanOutMakesItHoldAgain() {
    var lease = granted(node("a"), order("k"), takeOver());
    letLeasesRunOut();
    lease.heartbeat();
    assertThat(node("b").lease(order("k"), takeOver())).isAnswered().isInProgress();
  }

  @Test
  void blockedWorkIsTakenByNobodyButItsOwnerMayStillFinish() {
    var lease = granted(node("a"), order("k"), block());
    letLeasesRunOut();
    assertThat(node("b").lease(order("k"), block())).isAnswered().isUnknown();
    assertThat(node("b").once(order("k"), inserting("k"))).isUnknown();
    assertThat(recordOf(order("k")).state()).isEqualTo(State.RUNNING);
    assertThat(lease.complete(inserting("k"))).isExecuted();
    assertEffects("k", 1);
  }

  /**
   * The wall clocks of the nodes may show anything: only the store's clock is asked. To show it,
   * the store's clock is set years before and years after the wall clock of the machine this runs
   * on, so that both nodes are wrong by years, as seen from the store. Were a node's clock asked
   * anywhere, the lease would be over at once in the one case, or never in the other.
   */
  @ParameterizedTest
  @ValueSource(strings = {"1999-12-31T23:59:59Z", "2099-01-01T00:00:00Z"})
  void theClocksOfTheNodesDoNotMatter(Instant storeTime) {
    fixture().clock().set(storeTime);
    var old = granted(node("a"), order("k"), takeOver());
    assertThat(old.until()).isEqualTo(storeTime.plus(LEASE_LENGTH));
    fixture().clock().advance(LEASE_LENGTH.minusMillis(1));
    assertThat(node("b").lease(order("k"), takeOver()))
        .isAnswered()
        .isToBeRetriedAfter(Duration.ofMillis(1));
    fixture().clock().advance(Duration.ofMillis(1));
    var current = granted(node("b"), order("k"), takeOver());
    assertThatThrownBy(old::heartbeat).isInstanceOf(LeaseLostException.class);
    assertThat(current.complete(inserting("k"))).isExecuted();
    fixture().clock().advance(Duration.ofDays(7).minusSeconds(1));
    assertThat(node("a").once(order("k"), inserting("k"))).isReplayed();
  }
}
