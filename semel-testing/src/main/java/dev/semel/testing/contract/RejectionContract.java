package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Content;
import dev.semel.Event;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.RejectedException;
import dev.semel.Rejection;
import dev.semel.Rejections;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The business says no: the effect is undone, and every retry gets the same no.
 *
 * @param <T> the store's transaction handle
 */
public abstract class RejectionContract<T> extends StoreContract<T> {

  @Test
  void aRejectionUndoesTheEffectAndIsReplayedWithItsCodeAndDetail() {
    Engine<T> node = node("a");
    assertThat(node.once(order("k"), insertingThenRejecting("k", "SOLD_OUT")))
        .isRejectedWith("SOLD_OUT")
        .hasDetail("for a reason");
    for (Engine<T> retrying : List.of(node, node("b"))) {
      assertThat(retrying.once(order("k"), inserting("k")))
          .isReplayOfRejection("SOLD_OUT")
          .hasDetail("for a reason");
    }
    assertEffects("k", 0);
    assertThat(fixture().countRecords()).isEqualTo(1);
  }

  @Test
  void whatWasShownWithARejectionIsReplayedByteForByte() {
    Content shown = new Content("application/problem+json", 3, new byte[] {123, 0, -1, 125});
    Rejection no = new Rejection("SOLD_OUT", "none left", shown);
    Body<T, String> refusing =
        effect -> {
          throw new RejectedException(no);
        };
    Outcome<String> first = node("a").once(order("k"), refusing);
    assertThat(first).isEqualTo(new Outcome.Rejected<>(no, false));
    for (Engine<T> retrying : List.of(node("a"), node("b"))) {
      Outcome<String> again = retrying.once(order("k"), inserting("k"));
      assertThat(again).isEqualTo(new Outcome.Rejected<>(no, true));
    }
  }

  @Test
  void auditAndEventsOfARejectedCommandAreUndone() {
    Body<T, String> telling =
        effect -> {
          effect.audit("PLACE", "order k", null);
          effect.publish(Event.of("order", "k", "placed", null));
          throw effect.reject("SOLD_OUT", "");
        };
    assertThat(node("a").once(order("k"), telling)).isRejectedWith("SOLD_OUT").hasDetail("");
    assertThat(fixture().countAudit(order("k").id())).isZero();
    assertThat(fixture().countEvents(TENANT, "k")).isZero();
  }

  @Test
  void aRejectionBindsItsKeyToItsPayload() {
    Engine<T> node = node("a");
    node.once(order("k"), insertingThenRejecting("k", "SOLD_OUT"));
    assertThat(node.once(otherOrder("k"), inserting("k"))).isMismatch();
    assertThat(node.once(order("k"), inserting("k"))).isReplayOfRejection("SOLD_OUT");
    assertEffects("k", 0);
  }

  @Test
  void aNewKeyIsJudgedByTheStateOfTheWorldAtThatTime() {
    Engine<T> node = node("a");
    node.once(order("k"), insertingThenRejecting("k", "SOLD_OUT"));
    assertThat(node.once(order("another"), inserting("another"))).isExecuted();
    assertThat(node.once(order("k"), inserting("k"))).isReplayOfRejection("SOLD_OUT");
  }

  @Test
  void whereRejectionsAreJudgedAnewNothingIsStored() {
    Engine<T> node = node("a");
    Intent<String> intent = ORDER.rejections(Rejections.JUDGED_ANEW).intent(TENANT, "k", PAYLOAD);
    assertThat(node.once(intent, insertingThenRejecting("k", "CLOSED"))).isRejectedWith("CLOSED");
    assertThat(fixture().countRecords()).isZero();
    assertThat(node.once(intent, insertingThenRejecting("k", "FULL"))).isRejectedWith("FULL");
    assertEffects("k", 0);
    String told = node.once(intent, inserting("k")).orElseThrow();
    assertThat(node.once(intent, insertingThenRejecting("k", "CLOSED")))
        .isReplayed()
        .hasResult(told);
    assertEffects("k", 1);
  }

  /** Undoing gives the claim back, so another attempt may come between. The first to store wins. */
  @Test
  void anAttemptThatSucceedsWhileARejectionIsBeingStoredWins() {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> rejecting = node("a", checkpoints);
    try (Checkpoint held = checkpoints.holdAt(Boundary.AFTER_UNDO)) {
      var first =
          Callers.start(() -> rejecting.once(order("k"), insertingThenRejecting("k", "SOLD_OUT")));
      held.awaitReached();
      String told = node("b").once(order("k"), inserting("k")).orElseThrow();
      held.release();
      assertThat(first.result()).isReplayed().hasResult(told);
      assertThat(rejecting.once(order("k"), inserting("k"))).isReplayed().hasResult(told);
    }
    assertEffects("k", 1);
    assertThat(fixture().countRecords()).isEqualTo(1);
  }

  @Test
  void aRejectionThatIsStoredWhileAnotherIsBeingStoredWins() {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> slow = node("a", checkpoints);
    try (Checkpoint held = checkpoints.holdAt(Boundary.AFTER_UNDO)) {
      var first = Callers.start(() -> slow.once(order("k"), insertingThenRejecting("k", "SLOW")));
      held.awaitReached();
      assertThat(node("b").once(order("k"), insertingThenRejecting("k", "FAST")))
          .isRejectedWith("FAST");
      held.release();
      assertThat(first.result()).isReplayOfRejection("FAST");
    }
    assertEffects("k", 0);
  }

  @Test
  void concurrentDuplicatesOfARejectedCommandGetOneAnswer() {
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    Callers.together(
        20, i -> nodes.get(i % 2).once(order("k"), insertingThenRejecting("k", "CODE_" + i)));
    String code = rejectionCode(node("c"));
    for (Engine<T> retrying : nodes) {
      assertThat(retrying.once(order("k"), inserting("k"))).isReplayOfRejection(code);
    }
    assertEffects("k", 0);
    assertThat(fixture().countRecords()).isEqualTo(1);
  }

  private String rejectionCode(Engine<T> node) {
    var outcome = node.once(order("k"), inserting("k"));
    assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
    return ((Outcome.Rejected<String>) outcome).rejection().code();
  }
}
