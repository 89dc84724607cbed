package dev.semel.testing.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.relay.Delivery;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayedEvent;
import dev.semel.testing.contract.Callers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Every committed event is published, in order within its aggregate, and nothing else is. */
public abstract class RelayOrderContract extends RelayContract {
  /** Whether a stop waits until all is saved, however long that takes, or only for a while. */
  protected boolean stopSavesAll() {
    return true;
  }

  @Test
  void whatIsCommittedIsPublishedOnceAndInOrder() {
    started(relay("a", sink("a")));
    for (int i = 0; i < 10; i++) {
      publish("one", 1 + 3 * i, 3 + 3 * i);
      publish("two", 1 + i, 1 + i);
    }
    awaitArrivals(40);
    assertOrderUnbroken();
    assertNothingTwice();
  }

  @Test
  void whatIsRolledBackIsNeverPublished() {
    started(relay("a", sink("a")));
    try (OpenWriter writer = fixture().begin()) {
      writer.publish(TENANT, event("gone", 1));
    }
    publish("there", 1, 1);
    awaitVersions("there", 1);
    assertThat(versionsOf("gone")).isEmpty();
  }

  @Test
  void anEventArrivesAsItWasPublished() {
    ScriptedSink sink = sink("a");
    started(relay("a", sink));
    Map<String, String> headers = Map.of("trace", "a\"b\\c\nd\u00e9", "empty", "");
    publish(
        new Event("case", "7", 12L, "opened", "{\"a\": [1, \"x\"]}", headers, "key 1"),
        Event.of("case", "8", "opened", null));
    awaitArrivals(2);
    RelayedEvent first = sent(sink, "7");
    assertThat(first.headers()).isEqualTo(headers);
    assertThat(first.payload()).isEqualTo("{\"a\": [1, \"x\"]}");
    assertThat(first.key()).isEqualTo("key 1");
    assertThat(first.tenant()).isEqualTo(TENANT);
    assertThat(first.aggregateVersion()).isEqualTo(12);
    assertThat(first.type()).isEqualTo("opened");
    assertThat(sent(sink, "8").payload()).isNull();
    assertThat(sent(sink, "8").aggregateVersion()).isNull();
  }

  private static RelayedEvent sent(ScriptedSink sink, String aggregate) {
    return sink.batches().stream()
        .flatMap(batch -> batch.deliveries().stream())
        .map(Delivery::event)
        .filter(of(aggregate))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aTransactionThatIsOpenWhileOthersPassIsNotSkippedAndHoldsNobodyBack() {
    started(relay("a", sink("a")));
    try (OpenWriter open = fixture().begin()) {
      open.publish(TENANT, event("slow", 1));
      publish("quick", 1, 5);
      awaitVersions("quick", 5);
      assertThat(versionsOf("slow")).isEmpty();
      publish("quick", 6, 6);
      awaitVersions("quick", 6);
      open.commit();
    }
    awaitVersions("slow", 1);
    publish("quick", 7, 7);
    awaitVersions("quick", 7);
    assertNothingTwice();
    assertOrderUnbroken();
  }

  /** The first to get a number is not the first to commit; the order is that of the commits. */
  @Test
  void transactionsThatBeganInTheOtherOrderKeepTheOrderOfTheirCommits() {
    Relay relay = relay("a", sink("a"));
    try (OpenWriter early = fixture().begin();
        OpenWriter bystander = fixture().begin();
        OpenWriter late = fixture().begin()) {
      early.touch();
      bystander.touch();
      late.touch();
      late.publish(TENANT, event("case", 1));
      late.commit();
      early.publish(TENANT, event("case", 2));
      early.commit();
      started(relay);
      awaitVersions("case", 2);
      bystander.publish(TENANT, event("other", 1));
      bystander.commit();
    }
    awaitVersions("other", 1);
    assertThat(versionsOf("case")).containsExactly(1L, 2L);
  }

  /** Each writes something else first, so that its number says nothing about its turn. */
  @Test
  void writersThatContendForAggregatesKeepTheirOrder() {
    started(relay("a", sink("a")));
    started(relay("b", sink("b")));
    Callers.together(
        6,
        writer -> {
          for (int i = 0; i < 60; i++) {
            changeInTurn("aggregate " + i % 4);
          }
          return writer;
        });
    awaitArrivals(360);
    assertOrderUnbroken();
    assertNothingTwice();
  }

  private void changeInTurn(String aggregate) {
    try (OpenWriter writer = fixture().begin()) {
      writer.touch();
      long version = writer.change(aggregate);
      writer.publish(TENANT, event(aggregate, version));
      writer.commit();
    }
  }

  @Test
  void whatWasPublishedBeforeAStopIsNotPublishedAgain() {
    Relay first = started(relay("a", sink("a")));
    publish("one", 1, 20);
    awaitVersions("one", 20);
    if (!stopSavesAll()) {
      Eventually.holds("all is saved", () -> first.status().waitingEvents() == 0);
    }
    assertThat(first.stop(Duration.ofSeconds(30))).isTrue();
    publish("one", 21, 25);
    started(relay("b", sink("b")));
    awaitVersions("one", 25);
    assertOrderUnbroken();
    assertNothingTwice();
  }

  @Test
  void aStopDrainsWhatWasRead() {
    ScriptedSink sink = sink("a");
    sink.keepAll();
    Relay relay = started(relay("a", sink));
    for (int i = 0; i < 50; i++) {
      publish("aggregate " + i, 1, 1);
    }
    Eventually.holds("all on their way", () -> sink.keptCount() == 50);
    var stop = Callers.start(() -> relay.stop(Duration.ofSeconds(30)));
    awaitWaiting(stop);
    sink.letGo();
    assertThat(stop.result()).isTrue();
    assertThat(distinctArrivals()).isEqualTo(50);
    assertThat(relay.status().shards()).allMatch(shard -> shard.owner() == null);
    if (stopSavesAll()) {
      assertThat(relay.status().waitingEvents()).isZero();
    }
  }

  private static void awaitWaiting(Callers.Call<?> call) {
    Eventually.holds("it waits", () -> call.thread().getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  void aSinkMayStopTheRelayThatSomebodyIsStopping() {
    ScriptedSink sink = sink("a");
    Relay relay = relay("a", sink);
    CountDownLatch atWork = new CountDownLatch(1);
    CountDownLatch awaited = new CountDownLatch(1);
    sink.when(
        of("one"),
        delivery -> {
          atWork.countDown();
          await(awaited);
          relay.stop(Duration.ZERO);
          sink.take(List.of(delivery));
        });
    publish("one", 1, 1);
    relay.start();
    await(atWork);
    var stop = Callers.start(() -> relay.stop(Duration.ofSeconds(30)));
    awaitWaiting(stop);
    awaited.countDown();
    assertThat(stop.result()).isTrue();
    assertThat(versionsOf("one")).containsExactly(1L);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(Callers.MAX_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Two of the same node at once would have the same leases. */
  @Test
  void aStartDuringAStopComesAfterIt() {
    ScriptedSink sink = sink("a");
    sink.keepAll();
    Relay relay = started(relay("a", sink));
    publish("one", 1, 1);
    Eventually.holds("it is on its way", () -> sink.keptCount() == 1);
    var stop = Callers.start(() -> relay.stop(Duration.ofSeconds(30)));
    awaitWaiting(stop);
    var start = Callers.start(() -> started(relay));
    awaitWaiting(start);
    sink.letGo();
    assertThat(stop.result()).isTrue();
    start.result();
    publish("one", 2, 2);
    awaitVersions("one", 2);
    assertOrderUnbroken();
  }

  @Test
  void memoryIsBoundedWhateverWaits() {
    ScriptedSink sink = sink("a");
    sink.keepAll();
    RelaySettings small = settings().memory(new RelaySettings.Memory(10, 20, 5, 100));
    Relay relay = relay("a", sink, small);
    for (int i = 0; i < 20; i++) {
      publish(tenOf(i));
    }
    started(relay);
    Eventually.holds("two pages on their way", () -> sink.keptCount() == 20);
    assertThat(relay.status().waitingEvents()).isEqualTo(200);
    sink.letGo();
    awaitArrivals(200);
    assertThat(sink.mostKept()).isEqualTo(20);
    assertThat(sink.batches()).allMatch(batch -> batch.deliveries().size() <= 5);
  }

  private static Event[] tenOf(int transaction) {
    Event[] events = new Event[10];
    for (int i = 0; i < 10; i++) {
      events[i] = event("aggregate " + (10 * transaction + i), 1);
    }
    return events;
  }

  @Test
  void aBatchHasOneEventOfAnAggregateUnlessTheSinkKeepsOrder() {
    ScriptedSink sink = sink("a");
    Relay relay = relay("a", sink);
    publish(event("one", 1), event("one", 2), event("one", 3));
    started(relay);
    awaitVersions("one", 3);
    assertThat(sink.batches()).extracting(batch -> batch.deliveries().size()).containsOnly(1);
    assertOrderUnbroken();
  }

  @Test
  void eventOnItsWayIsNotSentAgain() {
    ScriptedSink sink = sink("a");
    sink.keepAll();
    started(relay("a", sink));
    publish("one", 1, 1);
    Eventually.holds("the first is on its way", () -> sink.keptCount() == 1);
    publish(event("one", 2), event("two", 1));
    Eventually.holds("the others are read", () -> sentVersions(sink, "two").contains(1L));
    sink.letGo();
    awaitVersions("one", 2);
    assertThat(sentVersions(sink, "one")).containsExactly(1L, 2L);
  }

  private static List<Long> sentVersions(ScriptedSink sink, String aggregate) {
    return sink.batches().stream()
        .flatMap(batch -> batch.deliveries().stream())
        .map(Delivery::event)
        .filter(of(aggregate))
        .map(RelayedEvent::aggregateVersion)
        .toList();
  }

  @Test
  void aSinkThatKeepsOrderGetsSeveralEventsOfAnAggregateAtOnce() {
    ScriptedSink sink = sink("a").keepingOrder();
    Relay relay = relay("a", sink);
    publish(event("one", 1), event("one", 2), event("one", 3));
    started(relay);
    awaitVersions("one", 3);
    assertThat(sink.batches()).extracting(batch -> batch.deliveries().size()).containsExactly(3);
    assertOrderUnbroken();
  }

  @Test
  void aWakeUpIsHeardAtOnce() {
    ScriptedSink sink = sink("a");
    RelaySettings sleepy =
        settings()
            .polling(new RelaySettings.Polling(Duration.ofMinutes(10), Duration.ofMinutes(10)));
    Relay relay = started(relay("a", sink, sleepy));
    publish("first", 1, 1);
    relay.wakeUp();
    Eventually.holds(
        "the shards are taken",
        () -> relay.status().shards().stream().allMatch(shard -> shard.owner() != null));
    Eventually.holds(
        "it is heard",
        () -> {
          relay.wakeUp();
          return versionsOf("first").contains(1L);
        });
  }

  @Test
  void severalRelaysPublishTheSameEventsEachAtItsOwnPace() {
    publish("one", 1, 3);
    started(relay("a", sink("a")));
    awaitVersions("one", 3);
    ScriptedSink second = new ScriptedSink("b", (node, events) -> {});
    Relay later =
        Relay.builder(fixture().store("b"), "another", second).settings(settings()).build();
    later.start();
    Eventually.holds(
        "the other relay has them",
        () -> second.batches().stream().mapToInt(batch -> batch.deliveries().size()).sum() == 3);
    later.stop(Duration.ofSeconds(30));
    assertThat(versionsOf("one")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aRelayMayBeginWithWhatIsCommittedFromNowOn() {
    publish("one", 1, 3);
    Relay relay = started(relay("a", sink("a"), settings().start(RelaySettings.Start.NOW)));
    publish("two", 1, 3);
    awaitVersions("two", 3);
    assertThat(versionsOf("one")).isEmpty();
    Eventually.holds("the position is saved", () -> relay.status().waitingEvents() == 0);
  }
}
