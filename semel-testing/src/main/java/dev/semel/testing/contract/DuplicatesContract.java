package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Duplicates;
import dev.semel.Intent;
import dev.semel.IntentId;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.spi.HeldLease;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.contract.Callers.Call;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One intent, one committed effect, one answer, when many attempts come at once, from one node and
 * from several. A duplicate of a running intent is refused at once or waits without holding a
 * connection, as its operation says.
 *
 * @param <T> the store's transaction handle
 */
public abstract class DuplicatesContract<T> extends StoreContract<T> {
  /** Far more callers than a node has connections. */
  private static final int MANY = 200;

  private static final Operation<String, String> PATIENT =
      ORDER.duplicates(Duplicates.waitUpTo(Duration.ofSeconds(60)));

  private static Intent<String> patientOrder(String key) {
    return PATIENT.intent(TENANT, key, PAYLOAD);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, MANY})
  void duplicatesOnOneNodeAreOneEffect(int callers) {
    Engine<T> node = node("a");
    var told = Callers.together(callers, i -> node.once(order("k"), inserting("k")));
    assertOneEffectAndOneAnswer(told);
    assertThat(node.once(order("k"), inserting("k"))).isReplayed();
  }

  @ParameterizedTest
  @ValueSource(ints = {20, MANY})
  void duplicatesOnTwoNodesAreOneEffect(int callers) {
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    var told = Callers.together(callers, i -> nodes.get(i % 2).once(order("k"), inserting("k")));
    assertOneEffectAndOneAnswer(told);
  }

  private void assertOneEffectAndOneAnswer(List<Outcome<String>> told) {
    assertEffects("k", 1);
    assertThat(told).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
    assertThat(told).allMatch(outcome -> outcome.isDone() || outcome instanceof Outcome.InProgress);
    assertThat(told.stream().filter(Outcome::isDone).map(Outcome::orElseThrow).distinct())
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, MANY})
  void duplicatesThatWaitAllGetTheOneAnswer(int callers) {
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    var told =
        Callers.together(callers, i -> nodes.get(i % 2).once(patientOrder("k"), inserting("k")));
    assertOneEffectAndOneAnswer(told);
    assertThat(told).allMatch(Outcome::isDone);
  }

  @Test
  void whileTheFirstIsAtWorkEveryDuplicateIsRefusedAtOnce() {
    Checkpoints checkpoints = new Checkpoints();
    List<Engine<T>> nodes = List.of(node("a", checkpoints), node("b"));
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var first = Callers.start(() -> nodes.get(0).once(order("k"), inserting("k")));
      held.awaitReached();
      Callers.together(MANY, i -> nodes.get(i % 2).once(order("k"), inserting("k")))
          .forEach(outcome -> assertThat(outcome).isInProgress());
      assertEffects("k", 0);
      held.release();
      String told = first.result().orElseThrow();
      Callers.together(MANY, i -> nodes.get(i % 2).once(order("k"), inserting("k")))
          .forEach(outcome -> assertThat(outcome).isReplayed().hasResult(told));
    }
    assertEffects("k", 1);
  }

  @Test
  void duplicatesOnTheFirstsOwnNodeDoNotGoToTheStore() {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> node = node("a", checkpoints);
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var first = Callers.start(() -> node.once(order("k"), inserting("k")));
      held.awaitReached();
      Callers.together(MANY, i -> node.once(order("k"), inserting("k")));
      assertThat(checkpoints.arrivalsAt(Boundary.BEFORE_CLAIM)).isEqualTo(1);
      held.release();
      assertThat(first.result()).isExecuted();
    }
  }

  @Test
  void aDuplicateThatWaitsGetsTheAnswerOfTheFirst() {
    Checkpoints checkpoints = new Checkpoints();
    List<Engine<T>> nodes = List.of(node("a", checkpoints), node("b"));
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var first = Callers.start(() -> nodes.get(0).once(patientOrder("k"), inserting("k")));
      held.awaitReached();
      List<Call<Outcome<String>>> waiting =
          Callers.startTogether(20, i -> nodes.get(i % 2).once(patientOrder("k"), inserting("k")));
      held.release();
      String told = first.result().orElseThrow();
      waiting.forEach(call -> assertThat(call.result()).isReplayed().hasResult(told));
    }
    assertEffects("k", 1);
  }

  /** More keys than connections: were one kept while waiting, the last would never get to ask. */
  @Test
  void duplicatesOfManyKeysThatWaitHoldNoConnections() throws InterruptedException {
    int keys = 40;
    Engine<T> owner = node("a");
    List<HeldLease<T, String>> leases =
        IntStream.range(0, keys).mapToObj(i -> granted(owner, order("k" + i), takeOver())).toList();
    Arrivals asked = new Arrivals(keys);
    Engine<T> other = node("b", asked);
    var waiting =
        Callers.startTogether(keys, i -> other.once(patientOrder("k" + i), inserting("k" + i)));
    assertThat(asked.latch.await(Callers.MAX_WAIT.toSeconds(), TimeUnit.SECONDS))
        .as("all of them asked the store")
        .isTrue();
    assertThat(other.once(order("free"), inserting("free"))).isExecuted();
    leases.forEach(lease -> lease.complete(inserting("done")));
    waiting.forEach(call -> assertThat(call.result()).isReplayed());
    assertEffects("done", keys);
  }

  /** Counts the keys that were claimed. */
  private static final class Arrivals implements Boundary.Observer {
    private final Set<String> keys = ConcurrentHashMap.newKeySet();
    private final CountDownLatch latch;

    Arrivals(int keys) {
      this.latch = new CountDownLatch(keys);
    }

    @Override
    public void reached(Boundary boundary, IntentId intent) {
      if (boundary == Boundary.AFTER_CLAIM && keys.add(intent.key())) {
        latch.countDown();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void aDuplicateThatHasWaitedLongEnoughIsToldWhenToTryAgain(String nodeOfTheDuplicate) {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> first = node("a", checkpoints);
    Engine<T> second = nodeOfTheDuplicate.equals("a") ? first : node("b");
    Duration retryAfter = Duration.ofSeconds(3);
    Intent<String> impatient =
        ORDER
            .duplicates(Duplicates.waitUpTo(Duration.ofMillis(20)).retryAfter(retryAfter))
            .intent(TENANT, "k", PAYLOAD);
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var call = Callers.start(() -> first.once(order("k"), inserting("k")));
      held.awaitReached();
      assertThat(second.once(impatient, inserting("k"))).isToBeRetriedAfter(retryAfter);
      held.release();
      assertThat(call.result()).isExecuted();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void aDuplicateThatWaitsRunsItselfWhenTheFirstFails(String nodeOfTheDuplicate) {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> first = node("a", checkpoints);
    Engine<T> second = nodeOfTheDuplicate.equals("a") ? first : node("b");
    try (Checkpoint held = checkpoints.holdAt(Boundary.AFTER_CLAIM)) {
      var failing = Callers.start(() -> first.once(patientOrder("k"), throwing()));
      held.awaitReached();
      var waiting = Callers.start(() -> second.once(patientOrder("k"), inserting("k")));
      held.release();
      assertThatThrownBy(failing::result).isInstanceOf(Crash.class);
      assertThat(waiting.result()).isExecuted();
    }
    assertEffects("k", 1);
  }

  private Body<T, String> throwing() {
    return insertingThenThrowing("k", new Crash());
  }

  @Test
  void anotherPayloadIsAMismatchWhileTheFirstIsAtWorkOnTheSameNode() {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> node = node("a", checkpoints);
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var first = Callers.start(() -> node.once(order("k"), inserting("k")));
      held.awaitReached();
      assertThat(node.once(otherOrder("k"), inserting("k"))).isMismatch();
      held.release();
      String told = first.result().orElseThrow();
      assertThat(node.once(order("k"), inserting("k"))).isReplayed().hasResult(told);
    }
    assertEffects("k", 1);
  }

  /** Another node cannot know the payload before it is committed, but it never runs. */
  @Test
  void anotherPayloadNeverRunsWhileTheFirstIsAtWorkOnAnotherNode() {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> first = node("a", checkpoints);
    Engine<T> second = node("b");
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var call = Callers.start(() -> first.once(order("k"), inserting("k")));
      held.awaitReached();
      assertThat(second.once(otherOrder("k"), inserting("k")))
          .isInstanceOfAny(Outcome.InProgress.class, Outcome.Mismatch.class);
      held.release();
      assertThat(call.result()).isExecuted();
    }
    assertThat(second.once(otherOrder("k"), inserting("k"))).isMismatch();
    assertEffects("k", 1);
  }

  @Test
  void ofTwoPayloadsUnderOneKeyOneRuns() {
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    var told =
        Callers.together(
            40,
            i -> nodes.get(i % 2).once(i % 4 < 2 ? order("k") : otherOrder("k"), inserting("k")));
    assertThat(told).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
    assertEffects("k", 1);
    Engine<T> later = node("c");
    assertThat(
            List.of(
                later.once(order("k"), inserting("k")),
                later.once(otherOrder("k"), inserting("k"))))
        .hasAtLeastOneElementOfType(Outcome.Replayed.class)
        .hasAtLeastOneElementOfType(Outcome.Mismatch.class);
  }
}
