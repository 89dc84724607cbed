package dev.semel.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Event;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.spi.InboxEngine;
import dev.semel.inbox.spi.MessageBody;
import dev.semel.spi.Boundary;
import dev.semel.spi.StateChange;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A message is applied as it is delivered: marker, effect, audit and events commit together, once.
 *
 * @param <T> the store's transaction handle
 */
public abstract class InboxDirectContract<T> extends InboxContract<T> {
  private final Checkpoints checkpoints = new Checkpoints();

  private MessageBody<T> telling() {
    return handling(
        (message, effect) -> {
          effect.audit("SHIP", message.id().id(), null);
          effect.publish(Event.of("parcel", message.id().id(), "shipped", null));
          insert(message, effect);
        });
  }

  private void assertThere(int times) {
    assertEffects("m", times);
    var intent = CONSUMER.intentOf(message("m"));
    assertThat(fixture().countAudit(intent)).as("audit entries").isEqualTo(times);
    assertThat(fixture().countEvents(TENANT, "m")).as("events").isEqualTo(times);
    assertThat(fixture().countMarkers()).as("markers").isEqualTo(times);
  }

  @Test
  void aMessageIsAppliedOnceHoweverOftenItIsDelivered() {
    InboxEngine<T> node = node("a");
    assertApplied(node.consume(CONSUMER, message("m"), telling()));
    assertDuplicate(node.consume(CONSUMER, message("m"), telling()));
    assertDuplicate(node("b").consume(CONSUMER, message("m"), telling()));
    assertThere(1);
  }

  @Test
  void twoMessagesWithOneEventKeyPublishOneEvent() {
    MessageBody<T> publishing =
        handling(
            (message, effect) ->
                effect.publish(Event.of("parcel", "7", "shipped", null).keyed("shipped-7")));
    InboxEngine<T> node = node("a");
    assertApplied(node.consume(CONSUMER, message("first"), publishing));
    assertApplied(node.consume(CONSUMER, message("second"), publishing));
    assertThat(fixture().countEvents(TENANT, "7")).isEqualTo(1);
  }

  @Test
  void consumersHaveMarkersOfTheirOwn() {
    assertApplied(node("a").consume(CONSUMER, message("m"), inserting()));
    assertApplied(node("a").consume(CONSUMER.renamed("billing"), message("m"), inserting()));
    assertEffects("m", 2);
  }

  @Test
  void anIdIsOneWithinItsSourceOnly() {
    Message other = Message.of("returns", "m", bytes("payload of m"));
    assertApplied(node("a").consume(CONSUMER, message("m"), inserting()));
    assertApplied(node("a").consume(CONSUMER, other, inserting()));
    assertEffects("m", 2);
  }

  @Test
  void anotherPayloadUnderTheSameIdIsNotAppliedButKeptAndReported() {
    List<StateChange> changes = new CopyOnWriteArrayList<>();
    InboxEngine<T> node = node("a", Boundary.Observer.none(), changes::add);
    node.consume(CONSUMER, message("m"), inserting());
    for (int i = 0; i < 2; i++) {
      assertThat(node.consume(CONSUMER, otherMessage("m"), inserting()))
          .isEqualTo(new Consumed.Violation());
    }
    assertEffects("m", 1);
    assertThat(changes).filteredOn(StateChange.Mismatched.class::isInstance).hasSize(2);
    var violations = node.store().records().violations(CONSUMER.name(), 10);
    assertThat(violations).hasSize(1);
    assertThat(violations.get(0).times()).isEqualTo(2);
    assertThat(violations.get(0).message().payload()).isEqualTo(bytes("another payload"));
  }

  @Test
  void aHandlerThatFailsLeavesNothingAndTheMessageIsAppliedWhenItComesAgain() {
    InboxEngine<T> node = node("a");
    assertThatThrownBy(() -> node.consume(CONSUMER, message("m"), failingAt("m")))
        .isInstanceOf(Crash.class);
    assertThere(0);
    assertApplied(node.consume(CONSUMER, message("m"), telling()));
    assertThere(1);
  }

  @Test
  void aMessageThatTheHandlerRefusesIsADeadLetterWithItsReason() {
    InboxEngine<T> node = node("a");
    MessageBody<T> refusing =
        handling(
            (message, effect) -> {
              insert(message, effect);
              throw effect.reject("NO_SUCH_ORDER", "it was never placed");
            });
    Consumed consumed = node.consume(CONSUMER, message("m").key("k"), refusing);
    assertThat(consumed).isEqualTo(new Consumed.Dead("NO_SUCH_ORDER: it was never placed"));
    assertThat(consumed.mayAcknowledge()).isTrue();
    assertEffects("m", 0);
    assertState(node, message("m"), MessageState.DEAD);
    assertDuplicate(node.consume(CONSUMER, message("m"), inserting()));
    assertThat(node.store().records().redrive(CONSUMER.name(), message("m").id())).isTrue();
    assertThat(workOffAll(node, CONSUMER, inserting())).isEqualTo(1);
    assertEffects("m", 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE_CLAIM", "AFTER_CLAIM", "BEFORE_SETTLE"})
  void anAttemptThatDiesBeforeItSettlesLeavesNothing(Boundary boundary) {
    checkpoints.failAt(boundary, new Crash());
    InboxEngine<T> crashing = node("crashing", checkpoints);
    assertThatThrownBy(() -> crashing.consume(CONSUMER, message("m"), telling()))
        .isInstanceOf(Crash.class);
    assertThere(0);
    assertApplied(node("next").consume(CONSUMER, message("m"), telling()));
    assertThere(1);
  }

  @Test
  void anAttemptThatDiesBeforeItAcknowledgesHasDoneEverything() {
    checkpoints.failAt(Boundary.AFTER_SETTLE, new Crash());
    InboxEngine<T> crashing = node("crashing", checkpoints);
    assertThatThrownBy(() -> crashing.consume(CONSUMER, message("m"), telling()))
        .isInstanceOf(Crash.class);
    assertThere(1);
    assertDuplicate(node("next").consume(CONSUMER, message("m"), telling()));
    assertThere(1);
  }

  @Test
  void whileOneNodeIsAtWorkAnotherIsToldSoAtOnceAndLaterThatItIsADuplicate() {
    Checkpoint working = checkpoints.holdAt(Boundary.BEFORE_SETTLE);
    InboxEngine<T> first = node("first", checkpoints);
    var call = Callers.start(() -> first.consume(CONSUMER, message("m"), telling()));
    working.awaitReached();
    InboxEngine<T> second = node("second");
    assertThat(second.consume(CONSUMER, message("m"), telling()))
        .isInstanceOf(Consumed.InProgress.class);
    working.release();
    assertApplied(call.result());
    assertDuplicate(second.consume(CONSUMER, message("m"), telling()));
    assertThere(1);
  }

  @Test
  void aPatientNodeWaitsAndLearnsThatItIsADuplicate() {
    Checkpoint working = checkpoints.holdAt(Boundary.BEFORE_SETTLE);
    InboxEngine<T> first = node("first", checkpoints);
    var call = Callers.start(() -> first.consume(CONSUMER, message("m"), telling()));
    working.awaitReached();
    var patient = CONSUMER.patience(Duration.ofMinutes(2));
    var waiting = Callers.start(() -> node("second").consume(patient, message("m"), telling()));
    working.release();
    assertApplied(call.result());
    assertDuplicate(waiting.result());
    assertThere(1);
  }

  @Test
  void ofManyDeliveriesAtOnceOneIsApplied() {
    var patient = CONSUMER.patience(Duration.ofMinutes(2));
    List<Consumed> outcomes =
        Callers.together(8, i -> node("n" + i % 2).consume(patient, message("m"), telling()));
    assertThat(outcomes).filteredOn(Consumed.Applied.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(Consumed.Duplicate.class::isInstance).hasSize(7);
    assertThere(1);
  }

  @Test
  void inACallersTransactionItIsAppliedWhenTheCallerCommits() {
    InboxEngine<T> node = node("a");
    fixture()
        .<List<Consumed>>inRolledBackTransaction(
            tx -> node.within(tx, CONSUMER, List.of(message("m")), telling()));
    assertThere(0);
    List<Consumed> outcomes =
        fixture().inTransaction(tx -> node.within(tx, CONSUMER, List.of(message("m")), telling()));
    assertApplied(outcomes.get(0));
    assertThere(1);
    List<Consumed> again =
        fixture().inTransaction(tx -> node.within(tx, CONSUMER, List.of(message("m")), telling()));
    assertDuplicate(again.get(0));
    assertThere(1);
  }

  @Test
  void inACallersTransactionAFailureUndoesOnlyTheHandlersWork() {
    InboxEngine<T> node = node("a");
    fixture()
        .<String>inTransaction(
            tx -> {
              fixture().insertEffect(tx, "callers own");
              assertThatThrownBy(
                      () -> node.within(tx, CONSUMER, List.of(message("m")), failingAt("m")))
                  .isInstanceOf(Crash.class);
              return "goes on";
            });
    assertEffects("callers own", 1);
    assertThere(0);
  }

  @Test
  void aMessageThatWasGivenUpIsKnownAndCanBeRedriven() {
    InboxEngine<T> node = node("a");
    node.bury(CONSUMER, message("m"), "no use");
    assertDuplicate(node.consume(CONSUMER, message("m"), inserting()));
    assertState(node, message("m"), MessageState.DEAD);
    assertThat(node.store().records().redriveAll(CONSUMER.name(), 10)).isEqualTo(1);
    assertThat(workOffAll(node, CONSUMER, inserting())).isEqualTo(1);
    assertEffects("m", 1);
  }
}
