package dev.semel.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.Message;
import dev.semel.inbox.spi.InboxEngine;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A batch of messages is applied in its order in one transaction, and what fails by itself fails
 * alone.
 *
 * @param <T> the store's transaction handle
 */
public abstract class InboxBatchContract<T> extends InboxContract<T> {
  private static final int BATCH = 50;

  private static void assertAll(List<Consumed> outcomes, Consumed expected) {
    assertThat(outcomes).hasSize(BATCH).allMatch(expected::equals);
  }

  @Test
  void aBatchIsAppliedInItsOrderAndOnlyOnce() {
    InboxEngine<T> node = node("a");
    assertAll(node.consumeAll(CONSUMER, messages(BATCH), inserting()), new Consumed.Applied());
    assertAll(node.consumeAll(CONSUMER, messages(BATCH), inserting()), new Consumed.Duplicate());
    assertThat(fixture().effects())
        .isEqualTo(messages(BATCH).stream().map(m -> m.id().id()).toList());
    assertThat(fixture().countMarkers()).isEqualTo(BATCH);
  }

  @Test
  void auditAndEventsOfEveryMessageAreThere() {
    node("a")
        .consumeAll(
            CONSUMER,
            messages(BATCH),
            handling(
                (message, effect) -> {
                  effect.audit("SHIP", "parcel", null);
                  effect.publish(Event.of("parcel", "p", "shipped", null));
                  effect.publish(Event.of("parcel", "p", "billed", null));
                }));
    assertThat(fixture().countEvents(TENANT, "p")).isEqualTo(2 * BATCH);
    for (Message message : messages(BATCH)) {
      assertThat(fixture().countAudit(CONSUMER.intentOf(message))).isEqualTo(1);
    }
  }

  @Test
  void whatIsKnownOfABatchIsLeftOutAndTheRestApplied() {
    InboxEngine<T> node = node("a");
    node.consume(CONSUMER, message("m1"), inserting());
    List<Consumed> outcomes =
        node.consumeAll(
            CONSUMER, List.of(message("m0"), message("m1"), message("m2")), inserting());
    assertThat(outcomes)
        .containsExactly(new Consumed.Applied(), new Consumed.Duplicate(), new Consumed.Applied());
    assertThat(fixture().effects()).containsExactly("m1", "m0", "m2");
  }

  @Test
  void aMessageThatIsInABatchTwiceIsAppliedOnce() {
    List<Consumed> outcomes =
        node("a")
            .consumeAll(
                CONSUMER, List.of(message("m"), message("m"), otherMessage("m")), inserting());
    assertThat(outcomes)
        .containsExactly(
            new Consumed.Applied(), new Consumed.Duplicate(), new Consumed.Violation());
    assertEffects("m", 1);
    assertThat(node("a").store().records().violations(CONSUMER.name(), 10)).hasSize(1);
  }

  @Test
  void onlyTheMessageThatFailsFails() {
    InboxEngine<T> node = node("a");
    List<Consumed> outcomes = node.consumeAll(CONSUMER, messages(BATCH), failingAt("m7"));
    for (int i = 0; i < BATCH; i++) {
      assertThat(outcomes.get(i).mayAcknowledge()).as("m%d", i).isEqualTo(i != 7);
      assertEffects("m" + i, i == 7 ? 0 : 1);
    }
    assertThat(outcomes.get(7)).isInstanceOf(Consumed.Failed.class);
    assertThat(fixture().countMarkers()).isEqualTo(BATCH - 1);
    List<Consumed> again = node.consumeAll(CONSUMER, messages(BATCH), inserting());
    assertApplied(again.get(7));
    assertEffects("m7", 1);
  }

  @Test
  void laterMessagesOfAFailedOnesKeyAreHeldBack() {
    Message first = keyed("first", "a");
    List<Message> batch =
        List.of(first, keyed("other", "b"), keyed("second", "a"), message("keyless"));
    List<Consumed> outcomes = node("a").consumeAll(CONSUMER, batch, failingAt("first"));
    assertThat(outcomes.get(0)).isInstanceOf(Consumed.Failed.class);
    assertApplied(outcomes.get(1));
    assertThat(outcomes.get(2)).isEqualTo(new Consumed.HeldBack(first.id()));
    assertApplied(outcomes.get(3));
    assertThat(fixture().effects()).containsExactly("other", "keyless");
  }

  @Test
  void aRefusedMessageOfABatchIsADeadLetterAndTheRestIsApplied() {
    List<Consumed> outcomes =
        node("a")
            .consumeAll(
                CONSUMER,
                messages(3),
                handling(
                    (message, effect) -> {
                      insert(message, effect);
                      if (message.id().id().equals("m1")) {
                        throw effect.reject("NO", "because");
                      }
                    }));
    assertThat(outcomes)
        .containsExactly(
            new Consumed.Applied(), new Consumed.Dead("NO: because"), new Consumed.Applied());
    assertThat(fixture().effects()).containsExactly("m0", "m2");
  }

  @Test
  void twoNodesWithTheSameBatchApplyItOnce() {
    var patient = CONSUMER.patience(Duration.ofMinutes(2));
    List<List<Consumed>> outcomes =
        Callers.together(
            4, i -> node("n" + i % 2).consumeAll(patient, messages(BATCH), inserting()));
    assertThat(outcomes.stream().flatMap(List::stream))
        .filteredOn(Consumed.Applied.class::isInstance)
        .hasSize(BATCH);
    messages(BATCH).forEach(message -> assertEffects(message.id().id(), 1));
  }

  /** The lock is on the first message only, so both run; the key decides. */
  @Test
  void ofTwoOverlappingBatchesTheLaterIsUndoneAndAppliesTheRest() {
    Checkpoints checkpoints = new Checkpoints();
    Checkpoint working = checkpoints.holdAt(Boundary.BEFORE_SETTLE);
    List<Message> overlapping = new ArrayList<>(List.of(message("own")));
    overlapping.addAll(messages(BATCH));
    var call =
        Callers.start(
            () -> node("first", checkpoints).consumeAll(CONSUMER, overlapping, inserting()));
    working.awaitReached();
    assertAll(
        node("second").consumeAll(CONSUMER, messages(BATCH), inserting()), new Consumed.Applied());
    working.release();
    List<Consumed> outcomes = call.result();
    assertApplied(outcomes.get(0));
    assertAll(outcomes.subList(1, BATCH + 1), new Consumed.Duplicate());
    assertEffects("own", 1);
    messages(BATCH).forEach(message -> assertEffects(message.id().id(), 1));
  }

  @Test
  void aBatchAtWorkElsewhereIsInProgress() {
    Checkpoints checkpoints = new Checkpoints();
    Checkpoint working = checkpoints.holdAt(Boundary.BEFORE_SETTLE);
    var call =
        Callers.start(
            () -> node("first", checkpoints).consumeAll(CONSUMER, messages(BATCH), inserting()));
    working.awaitReached();
    assertThat(node("second").consumeAll(CONSUMER, messages(BATCH), inserting()))
        .allMatch(Consumed.InProgress.class::isInstance);
    working.release();
    assertAll(call.result(), new Consumed.Applied());
  }

  @Test
  void everyMessageOfABatchIsTriedOnceIfAllGoesWell() {
    AtomicInteger runs = new AtomicInteger();
    node("a")
        .consumeAll(
            CONSUMER, messages(BATCH), handling((message, effect) -> runs.incrementAndGet()));
    assertThat(runs).hasValue(BATCH);
  }
}
