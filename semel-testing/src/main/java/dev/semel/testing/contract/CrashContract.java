package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Event;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.testing.Checkpoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An attempt dies between two steps of the protocol. What it has done is there as a whole or not at
 * all, and the next attempt is told accordingly.
 *
 * @param <T> the store's transaction handle
 */
public abstract class CrashContract<T> extends StoreContract<T> {
  private final Checkpoints checkpoints = new Checkpoints();

  private Engine<T> crashingNode(Boundary boundary) {
    checkpoints.failAt(boundary, new Crash());
    return node("crashing", checkpoints);
  }

  private Body<T, String> telling() {
    return effect -> {
      effect.audit("PLACE", "order k", null);
      effect.publish(Event.of("order", "k", "placed", null));
      return inserting("k").run(effect);
    };
  }

  private void assertThere(int times) {
    assertEffects("k", times);
    assertThat(fixture().countAudit(order("k").id())).as("audit entries").isEqualTo(times);
    assertThat(fixture().countEvents(TENANT, "k")).as("events").isEqualTo(times);
    assertThat(fixture().countRecords()).as("records").isEqualTo(times);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE_CLAIM", "AFTER_CLAIM", "BEFORE_SETTLE"})
  void anAttemptThatDiesBeforeItSettlesLeavesNothing(Boundary boundary) {
    Engine<T> crashing = crashingNode(boundary);
    assertThatThrownBy(() -> crashing.once(order("k"), telling())).isInstanceOf(Crash.class);
    assertThere(0);
    assertThat(node("next").once(order("k"), telling())).isExecuted();
    assertThere(1);
  }

  @Test
  void anAttemptThatDiesAfterItSettledHasDoneEverything() {
    Engine<T> crashing = crashingNode(Boundary.AFTER_SETTLE);
    assertThatThrownBy(() -> crashing.once(order("k"), telling())).isInstanceOf(Crash.class);
    assertThere(1);
    assertThat(node("next").once(order("k"), telling())).isReplayed();
    assertThat(crashing.once(order("k"), telling())).isReplayed();
    assertThere(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"AFTER_UNDO", "BEFORE_SETTLE"})
  void aRejectionWhoseAttemptDiesBeforeItIsStoredIsJudgedAgain(Boundary boundary) {
    Engine<T> crashing = crashingNode(boundary);
    assertThatThrownBy(() -> crashing.once(order("k"), insertingThenRejecting("k", "NO")))
        .isInstanceOf(Crash.class);
    assertThere(0);
    assertThat(node("next").once(order("k"), telling())).isExecuted();
    assertThere(1);
  }

  @Test
  void aRejectionWhoseAttemptDiesAfterItIsStoredIsReplayed() {
    Engine<T> crashing = crashingNode(Boundary.AFTER_SETTLE);
    assertThatThrownBy(() -> crashing.once(order("k"), insertingThenRejecting("k", "NO")))
        .isInstanceOf(Crash.class);
    assertThat(node("next").once(order("k"), telling())).isReplayOfRejection("NO");
    assertEffects("k", 0);
  }

  @Test
  void anAttemptThatDiesBeforeItsLeaseIsClaimedLeavesNothing() {
    Engine<T> crashing = crashingNode(Boundary.BEFORE_LEASE_CLAIM);
    assertThatThrownBy(() -> crashing.lease(order("k"), takeOver())).isInstanceOf(Crash.class);
    assertThat(fixture().countRecords()).isZero();
    granted(node("next"), order("k"), takeOver());
  }

  @Test
  void aLeaseWhoseOwnerDiesIsHeldUntilItRunsOut() {
    Engine<T> crashing = crashingNode(Boundary.AFTER_LEASE_CLAIM);
    assertThatThrownBy(() -> crashing.lease(order("k"), takeOver())).isInstanceOf(Crash.class);
    Engine<T> next = node("next");
    assertThat(next.lease(order("k"), takeOver())).isAnswered().isInProgress();
    letLeasesRunOut();
    assertThat(granted(next, order("k"), takeOver()).complete(telling())).isExecuted();
    assertThere(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE_RECOVERY", "AFTER_RECOVERY"})
  void aTakeoverThatDiesIsLeftToTheNextAttempt(Boundary boundary) {
    granted(node("first"), order("k"), takeOver());
    letLeasesRunOut();
    Engine<T> crashing = crashingNode(boundary);
    assertThatThrownBy(() -> crashing.lease(order("k"), takeOver())).isInstanceOf(Crash.class);
    assertThat(granted(node("next"), order("k"), takeOver()).complete(telling())).isExecuted();
    assertThere(1);
  }

  @Test
  void aCompletionThatDiesBeforeItSettlesLeavesTheLeaseWithItsOwner() {
    Engine<T> crashing = crashingNode(Boundary.BEFORE_SETTLE);
    var lease = granted(crashing, order("k"), takeOver());
    assertThatThrownBy(() -> lease.complete(telling())).isInstanceOf(Crash.class);
    assertEffects("k", 0);
    assertThat(node("next").lease(order("k"), takeOver())).isAnswered().isInProgress();
    assertThat(lease.complete(telling())).isExecuted();
    assertThere(1);
  }

  @Test
  void aCompletionThatDiesAfterItSettledIsReplayed() {
    Engine<T> crashing = crashingNode(Boundary.AFTER_SETTLE);
    var lease = granted(crashing, order("k"), takeOver());
    assertThatThrownBy(() -> lease.complete(telling())).isInstanceOf(Crash.class);
    assertThere(1);
    assertThat(node("next").lease(order("k"), takeOver())).isAnswered().isReplayed();
    assertThere(1);
  }
}
