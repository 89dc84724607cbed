package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Event;
import dev.semel.Rejections;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.spi.SemelListener;
import dev.semel.spi.State;
import dev.semel.spi.StateChange;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.contract.Callers.Call;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Listeners hear of whatever becomes of an intent, once, and of nothing else. Meters, logs and
 * alerts see no more than they do.
 *
 * @param <T> the store's transaction handle
 */
public abstract class ListenerContract<T> extends StoreContract<T> {

  /** Remembers all it hears. */
  private static final class Heard implements SemelListener {
    final List<StateChange> changes = new CopyOnWriteArrayList<>();
    final AtomicInteger published = new AtomicInteger();

    @Override
    public void onChange(StateChange change) {
      changes.add(change);
    }

    @Override
    public void onPublished(int events) {
      published.addAndGet(events);
    }
  }

  private final Heard heard = new Heard();

  private Engine<T> heardNode() {
    return node("a", Boundary.Observer.none(), heard);
  }

  private void assertHeard(StateChange... changes) {
    assertThat(heard.changes).containsExactly(changes);
  }

  @Test
  void ofAnExecutionWithItsAttempts() {
    heardNode().once(order("k"), inserting("k"));

    assertThat(heard.changes)
        .singleElement()
        .isInstanceOfSatisfying(
            StateChange.Executed.class,
            executed -> {
              assertThat(executed.intent()).isEqualTo(order("k").id());
              assertThat(executed.attempts()).isEqualTo(1);
              assertThat(executed.took()).isBetween(Duration.ZERO, Duration.ofMinutes(5));
            });
  }

  @Test
  void ofAnExecutionInATransactionOfTheCallers() {
    Engine<T> node = heardNode();
    fixture().inTransaction(t -> node.within(t, order("k"), inserting("k")));

    assertThat(heard.changes).singleElement().isInstanceOf(StateChange.Executed.class);
  }

  @Test
  void ofAReplayAndOfAMismatch() {
    node("b").once(order("k"), inserting("k"));
    Engine<T> node = heardNode();
    node.once(order("k"), inserting("k"));
    node.once(otherOrder("k"), inserting("k"));
    fixture().inTransaction(t -> node.within(t, order("k"), inserting("k")));
    fixture().inTransaction(t -> node.within(t, otherOrder("k"), inserting("k")));

    assertHeard(
        new StateChange.Replayed(order("k").id(), State.EXECUTED),
        new StateChange.Mismatched(order("k").id()),
        new StateChange.Replayed(order("k").id(), State.EXECUTED),
        new StateChange.Mismatched(order("k").id()));
  }

  @Test
  void ofARejectionOnceAndOfItsReplays() {
    Engine<T> node = heardNode();
    node.once(order("k"), insertingThenRejecting("k", "SOLD_OUT"));
    node.once(order("k"), inserting("k"));

    assertThat(heard.changes).hasSize(2);
    assertThat(heard.changes.get(0))
        .isInstanceOfSatisfying(
            StateChange.Rejected.class,
            rejected -> {
              assertThat(rejected.rejection().code()).isEqualTo("SOLD_OUT");
              assertThat(rejected.stored()).isTrue();
            });
    assertThat(heard.changes.get(1))
        .isEqualTo(new StateChange.Replayed(order("k").id(), State.REJECTED));
  }

  @Test
  void ofARejectionThatIsNotKept() {
    var judgedAnew = ORDER.rejections(Rejections.JUDGED_ANEW).intent(TENANT, "k", PAYLOAD);
    heardNode().once(judgedAnew, insertingThenRejecting("k", "CLOSED"));

    assertThat(heard.changes)
        .singleElement()
        .isInstanceOfSatisfying(
            StateChange.Rejected.class, rejected -> assertThat(rejected.stored()).isFalse());
  }

  @Test
  void ofADuplicateThatIsToldToComeAgain() {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> first = node("b", checkpoints);
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, "k")) {
      Call<?> call = Callers.start(() -> first.once(order("k"), inserting("k")));
      held.awaitReached();
      assertThat(heardNode().once(order("k"), inserting("k"))).isInProgress();
      held.release();
      call.result();
    }
    Duration comeAgainAfter = ORDER.settings().duplicates().retryAfter();

    assertHeard(new StateChange.InProgress(order("k").id(), comeAgainAfter));
  }

  @Test
  void ofAFailureThatIsNotTriedAgain() {
    Engine<T> node = heardNode();
    assertThatThrownBy(() -> node.once(order("k"), insertingThenThrowing("k", new Crash())));

    assertThat(heard.changes)
        .singleElement()
        .isInstanceOfSatisfying(
            StateChange.Failed.class, failed -> assertThat(failed.attempts()).isEqualTo(1));
  }

  @Test
  void ofEventsThatWereWrittenAndOfThoseThatWereKnown() {
    Engine<T> node = heardNode();
    node.once(order("k"), publishing("placed", "paid"));
    assertThat(heard.published).hasValue(2);

    node.once(order("another"), publishing("paid", "sent"));
    assertThat(heard.published).hasValue(3);
    assertThat(heard.changes).contains(new StateChange.EventsKnown(order("another").id(), 1));
    assertThat(heard.changes).filteredOn(StateChange.EventsKnown.class::isInstance).hasSize(1);
  }

  @Test
  void ofNoEventsWhereNoneWereWritten() {
    Engine<T> node = heardNode();
    node.once(order("k"), inserting("k"));
    node.once(order("l"), publishing("placed"));
    node.once(order("l"), publishing("placed"));

    assertThat(heard.published).hasValue(1);
  }

  /** An event of each type, whose key is its type. */
  private Body<T, String> publishing(String... types) {
    return effect -> {
      for (String type : types) {
        effect.publish(Event.of("order", "o", type, null).keyed(type));
      }
      return "published";
    };
  }
}
