package dev.semel.testing.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.relay.AfterDeadLetter;
import dev.semel.relay.Aggregate;
import dev.semel.relay.DeadLetter;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.Delivery;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import dev.semel.relay.spi.HeldChange;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.RelayStore;
import dev.semel.relay.spi.ShardWrite;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An event that cannot be published holds back its own aggregate, and ends as a dead letter. */
public abstract class RelayFailureContract extends RelayContract {
  private static final DeadLetters.Decision DECISION =
      new DeadLetters.Decision("ada", "the broker is mended");

  private static void fail(Delivery delivery) {
    delivery.failed("no route");
  }

  private static void takeNothing(Delivery delivery) {
    delivery.unavailable("no broker");
  }

  private static void refuse(Delivery delivery) {
    delivery.refused("too large");
  }

  /**
   * Moves the clock on, so that the held event is tried again. Not before its last failure is
   * written down, because the time of its next attempt is reckoned from then.
   */
  private void letBackoffPass(int failures) {
    Eventually.holds(
        failures + " failures are written down",
        () -> relayStatus().retried().stream().anyMatch(it -> it.attempts() == failures));
    fixture().clock().advance(BACKOFF);
  }

  private RelayStatus relayStatus() {
    return fixture().store("operator").status(RELAY);
  }

  private DeadLetters deadLetters() {
    return fixture().store("operator").deadLetters(RELAY);
  }

  private DeadLetter awaitDeadLetter() {
    Eventually.holds("a dead letter", () -> relayStatus().deadLetters() == 1);
    return deadLetters().list(DeadLetterFilter.all(), 10).get(0);
  }

  @Test
  void aFailingEventHoldsBackItsOwnAggregateOnly() {
    ScriptedSink sink = sink("a").when(of("bad", 2), RelayFailureContract::fail);
    started(relay("a", sink));
    publish("bad", 1, 5);
    publish("good", 1, 5);
    awaitVersions("good", 5);
    Eventually.holds("the rest is held", () -> relayStatus().heldEvents() == 4);
    assertThat(relayStatus().retried())
        .singleElement()
        .satisfies(
            retried -> {
              assertThat(retried.aggregate().id()).isEqualTo("bad");
              assertThat(retried.attempts()).isEqualTo(1);
              assertThat(retried.reason()).isEqualTo("no route");
            });
    publish("bad", 6, 7);
    publish("good", 6, 7);
    awaitVersions("good", 7);
    Eventually.holds("what follows is held too", () -> relayStatus().heldEvents() == 6);
    assertThat(versionsOf("bad")).containsExactly(1L);
    sink.forget();
    letBackoffPass(1);
    awaitVersions("bad", 7);
    publish("bad", 8, 8);
    awaitVersions("bad", 8);
    assertOrderUnbroken();
    assertNothingTwice();
    Eventually.holds("nothing is held", () -> relayStatus().heldEvents() == 0);
  }

  @Test
  void thePositionPassesWhatIsHeld() {
    started(relay("a", sink("a").when(of("bad"), RelayFailureContract::fail)));
    publish("bad", 1, 3);
    publish("good", 1, 3);
    Eventually.holds("nothing waits", () -> relayStatus().waitingEvents() == 0);
    assertThat(relayStatus().heldEvents()).isEqualTo(3);
  }

  @Test
  void afterItsAttemptsAnEventIsParkedWithItsReasonAndWhatFollowsWaits() {
    started(relay("a", sink("a").when(of("bad", 1), RelayFailureContract::fail)));
    publish("bad", 1, 3);
    letBackoffPass(1);
    letBackoffPass(2);
    DeadLetter dead = awaitDeadLetter();
    assertThat(dead.reason()).isEqualTo("no route");
    assertThat(dead.attempts()).isEqualTo(3);
    assertThat(dead.event().aggregateId()).isEqualTo("bad");
    Eventually.holds("two wait behind it", () -> awaitDeadLetter().waiting() == 2);
    assertThat(told(RelayChange.Parked.class)).hasSize(1);
    publish("good", 1, 1);
    publish("bad", 4, 4);
    awaitVersions("good", 1);
    assertThat(versionsOf("bad")).isEmpty();
  }

  @Test
  void whatIsRefusedIsParkedAtOnce() {
    started(relay("a", sink("a").when(of("bad", 1), RelayFailureContract::refuse)));
    publish("bad", 1, 2);
    DeadLetter dead = awaitDeadLetter();
    assertThat(dead.reason()).isEqualTo("too large");
    assertThat(dead.attempts()).isEqualTo(1);
    assertThat(told(RelayChange.Held.class)).isEmpty();
  }

  @Test
  void aRedrivenDeadLetterIsPublishedAndWhatWaitedFollowsInOrder() {
    ScriptedSink sink = sink("a").when(of("bad", 1), RelayFailureContract::refuse);
    started(relay("a", sink));
    publish("bad", 1, 20);
    DeadLetter dead = awaitDeadLetter();
    sink.forget();
    assertThat(deadLetters().redrive(dead.event().id(), DECISION)).isTrue();
    awaitVersions("bad", 20);
    publish("bad", 21, 21);
    awaitVersions("bad", 21);
    assertOrderUnbroken();
    assertNothingTwice();
    assertThat(deadLetters().redrive(dead.event().id(), DECISION)).isFalse();
    assertThat(fixture().countDecisions()).isEqualTo(1);
  }

  @Test
  void manyAreRedrivenByAFilter() {
    ScriptedSink sink = sink("a").when(event -> true, RelayFailureContract::refuse);
    started(relay("a", sink));
    for (int i = 0; i < 10; i++) {
      publish(event("one of " + i, 1), event("one of " + i, 2));
    }
    publish(Event.of("person", "bob", "moved", null).version(1));
    Eventually.holds("all are dead", () -> relayStatus().deadLetters() == 11);
    sink.forget();
    DeadLetterFilter cases = DeadLetterFilter.all().aggregateType("case").tenant(TENANT);
    assertThat(deadLetters().redrive(cases, 4, DECISION)).isEqualTo(4);
    assertThat(deadLetters().redrive(cases, 100, DECISION)).isEqualTo(6);
    awaitArrivals(20);
    assertThat(versionsOf("bob")).isEmpty();
    Aggregate bob = new Aggregate(TENANT, "person", "bob");
    assertThat(deadLetters().redrive(DeadLetterFilter.of(bob), 10, DECISION)).isEqualTo(1);
    awaitVersions("bob", 1);
    assertOrderUnbroken();
    assertThat(fixture().countDecisions()).isEqualTo(11);
  }

  @Test
  void whatFollowsADiscardedDeadLetterGoesOn() {
    ScriptedSink sink = sink("a").when(of("bad", 1), RelayFailureContract::refuse);
    started(relay("a", sink));
    publish("bad", 1, 3);
    UUID dead = awaitDeadLetter().event().id();
    assertThat(deadLetters().discard(dead, DECISION)).isTrue();
    awaitVersions("bad", 3);
    assertThat(deadLetters().discard(dead, DECISION)).isFalse();
    publish("bad", 4, 4);
    awaitVersions("bad", 4);
    assertThat(versionsOf("bad")).containsExactly(2L, 3L, 4L);
    assertThat(relayStatus().deadLetters()).isZero();
    assertThat(fixture().countDecisions()).isEqualTo(1);
  }

  @Test
  void anAggregateWithNothingButADiscardedDeadLetterIsFreeAgain() {
    started(relay("a", sink("a").when(of("bad", 1), RelayFailureContract::refuse)));
    publish("bad", 1, 1);
    assertThat(deadLetters().discard(awaitDeadLetter().event().id(), DECISION)).isTrue();
    publish("bad", 2, 2);
    awaitVersions("bad", 2);
    Eventually.holds("nothing is held", () -> relayStatus().heldEvents() == 0);
  }

  @Test
  void ofEventsThatBeginToWaitTogetherTheFirstAloneIsDue() {
    RelayStore store = fixture().store("a");
    store.setUp(RELAY, 1, RelaySettings.Start.OLDEST);
    publish("one", 1, 3);
    publish("two", 1, 2);
    OwnedShard shard = store.acquire(RELAY, "a", Duration.ofMinutes(1), 1).get(0);
    Set<Integer> only = Set.of(shard.lease().shard());
    try (OutboxSession session = store.open()) {
      List<HeldChange> waits =
          session.read(shard.cursor(), session.mark(null), only, 1, 10).events().stream()
              .<HeldChange>map(stored -> new HeldChange.Waits(stored.event()))
              .toList();
      session.write(RELAY, List.of(new ShardWrite(shard.lease(), null, waits)), true);
    }
    assertThat(store.due(RELAY, only, Set.of(), 10).events())
        .extracting(held -> held.stored().event().aggregateId())
        .containsExactlyInAnyOrder("one", "two");
    assertThat(store.due(RELAY, only, Set.of(), 10).events())
        .extracting(held -> held.stored().event().aggregateVersion())
        .containsOnly(1L);
    // Whoever has acquired a shard may read for it until it leaves, also in the tests that follow.
    store.leave(RELAY, "a");
  }

  @Test
  void whatFollowsADeadLetterGoesOnIfSoConfigured() {
    ScriptedSink sink = sink("a").when(of("bad", 2), RelayFailureContract::refuse);
    started(relay("a", sink, settings().afterDeadLetter(AfterDeadLetter.GO_ON)));
    publish("bad", 1, 4);
    awaitVersions("bad", 4);
    assertThat(versionsOf("bad")).containsExactly(1L, 3L, 4L);
    sink.forget();
    assertThat(deadLetters().redrive(awaitDeadLetter().event().id(), DECISION)).isTrue();
    awaitVersions("bad", 2);
    assertThat(versionsOf("bad")).containsExactly(1L, 3L, 4L, 2L);
  }

  @Test
  void aSinkThatIsAwayParksNothingHoweverLongItLasts() {
    ScriptedSink sink = sink("a").when(event -> true, RelayFailureContract::takeNothing);
    started(relay("a", sink));
    publish("one", 1, 3);
    publish("two", 1, 3);
    Eventually.holds(
        "it was tried again", () -> told(RelayChange.SinkUnavailable.class).size() >= 4);
    assertThat(relayStatus().heldEvents()).isZero();
    assertThat(relayStatus().deadLetters()).isZero();
    sink.forget();
    awaitArrivals(6);
    Eventually.holds("told", () -> told(RelayChange.SinkAvailable.class).size() == 1);
    assertOrderUnbroken();
    assertNothingTwice();
  }

  @Test
  void aSinkThatTakesNothingIsNotWaitedForAtTheEnd() throws Exception {
    Relay relay = relay("a", sink("a").when(event -> true, RelayFailureContract::takeNothing));
    started(relay);
    publish("one", 1, 3);
    Eventually.holds("it was tried", () -> !told(RelayChange.SinkUnavailable.class).isEmpty());
    CompletableFuture<Boolean> stopped =
        CompletableFuture.supplyAsync(() -> relay.stop(Duration.ofDays(1)));
    assertThat(stopped.get(1, TimeUnit.MINUTES)).isTrue();
    started(relay("b", sink("b")));
    awaitArrivals(3);
    assertOrderUnbroken();
  }

  @Test
  void aSinkThatThrowsHasFailed() {
    ScriptedSink sink =
        sink("a")
            .when(
                of("bad"),
                delivery -> {
                  throw new IllegalStateException("bug");
                });
    started(relay("a", sink));
    publish("bad", 1, 1);
    letBackoffPass(1);
    letBackoffPass(2);
    assertThat(awaitDeadLetter().reason()).contains("bug");
  }

  @Test
  void whatASinkNeverSettlesHasFailed() {
    ScriptedSink sink = sink("a").settledLater(of("bad", 1), delivery -> {});
    RelaySettings impatient = settings().deliveryTimeout(Duration.ofMillis(50));
    started(relay("a", sink, impatient));
    publish("bad", 1, 2);
    publish("good", 1, 1);
    awaitVersions("good", 1);
    Eventually.holds("both are held", () -> relayStatus().heldEvents() == 2);
    assertThat(told(RelayChange.Held.class).get(0).reason()).contains("did not settle");
    sink.forget();
    letBackoffPass(1);
    awaitVersions("bad", 2);
    assertOrderUnbroken();
  }

  @Test
  void forgottenDeliveryIsReportedOnce() {
    ScriptedSink sink = sink("a").settledLater(of("bad"), delivery -> {});
    started(relay("a", sink, settings().unsettledWarning(Duration.ofMillis(1))));
    publish("bad", 1, 1);
    publish("worse", 1, 1);
    Eventually.holds("it is told", () -> !told(RelayChange.Unsettled.class).isEmpty());
    awaitVersions("worse", 1);
    assertThat(told(RelayChange.Unsettled.class))
        .singleElement()
        .satisfies(
            change -> {
              assertThat(change.relay()).isEqualTo(RELAY);
              assertThat(change.sink()).isEqualTo(ScriptedSink.class.getName());
              assertThat(change.event())
                  .isEqualTo(sink.batches().get(0).deliveries().get(0).event().id());
            });
    assertThat(told(RelayChange.Held.class)).isEmpty();
  }

  @Test
  void scriptedSinkFailsADeliveryAtOnceThatItsRuleForgets() {
    ScriptedSink sink = sink("a").when(of("bad"), delivery -> {});
    started(relay("a", sink));
    publish("bad", 1, 1);
    Eventually.holds("it is held", () -> !told(RelayChange.Held.class).isEmpty());
    assertThat(told(RelayChange.Held.class).get(0).reason()).contains("has not settled it");
  }

  @Test
  void inABatchThatKeepsOrderWhatFollowsAFailureIsHeldUnlessItWasPublished() {
    ScriptedSink sink =
        sink("a")
            .keepingOrder()
            .when(of("bad", 2), RelayFailureContract::fail)
            .when(of("bad", 3), Delivery::skipped)
            .when(of("bad", 4), Delivery::skipped);
    Relay relay = relay("a", sink);
    publish(event("bad", 1), event("bad", 2), event("bad", 3), event("bad", 4));
    started(relay);
    Eventually.holds("three are held", () -> relayStatus().heldEvents() == 3);
    sink.forget();
    letBackoffPass(1);
    awaitVersions("bad", 4);
    assertThat(versionsOf("bad")).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void heldEventsOutliveTheirNode() {
    ScriptedSink sink = sink("a").when(of("bad", 2), RelayFailureContract::fail);
    Relay first = started(relay("a", sink));
    publish("bad", 1, 4);
    publish("dead", 1, 1);
    Eventually.holds("three are held", () -> relayStatus().heldEvents() == 3);
    first.stop(Duration.ofSeconds(30));
    publish("bad", 5, 6);
    started(relay("b", sink("b")));
    Eventually.holds("what follows is held", () -> relayStatus().heldEvents() == 5);
    assertThat(versionsOf("bad")).containsExactly(1L);
    fixture().clock().advance(BACKOFF);
    awaitVersions("bad", 6);
    assertOrderUnbroken();
    assertNothingTwice();
  }

  @Test
  void aShardWithTooManyBlockedAggregatesReadsNoFurther() {
    ScriptedSink sink =
        sink("a").when(event -> event.aggregateId().startsWith("bad"), RelayFailureContract::fail);
    RelaySettings narrow = settings().shards(1).memory(new RelaySettings.Memory(1, 1, 1, 3));
    started(relay("a", sink, narrow));
    for (int i = 0; i < 6; i++) {
      publish("bad " + i, 1, 1);
    }
    publish("good", 1, 1);
    Eventually.holds("it is told", () -> told(RelayChange.ShardFull.class).size() == 1);
    assertThat(relayStatus().heldEvents()).isEqualTo(3);
    assertThat(versionsOf("good")).isEmpty();
    sink.forget();
    fixture().clock().advance(BACKOFF);
    awaitVersions("good", 1);
    awaitArrivals(7);
    assertThat(List.of("bad 0", "bad 5")).allSatisfy(it -> assertThat(versionsOf(it)).hasSize(1));
  }
}
