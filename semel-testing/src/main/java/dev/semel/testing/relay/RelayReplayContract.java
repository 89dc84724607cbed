package dev.semel.testing.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Event;
import dev.semel.RetryPolicy;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import dev.semel.relay.ReplayReport;
import dev.semel.relay.ReplayRequest;
import dev.semel.relay.spi.RelayStore;
import dev.semel.relay.spi.ShardLease;
import dev.semel.testing.contract.Callers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What was published can be sent again while it is kept, and is removed when it need not be. */
public abstract class RelayReplayContract extends RelayContract {
  private static final Duration KEEP = Duration.ofHours(24);
  private static final OutboxRetention DAY = new OutboxRetention(KEEP, 10, 1_000);

  private int moves;

  private Relay published(int aggregates, int versions) {
    Relay relay = started(relay("a", sink("a")));
    for (int i = 0; i < aggregates; i++) {
      publish("aggregate " + i, 1, versions);
    }
    awaitArrivals(aggregates * versions);
    Eventually.holds("all is saved", () -> relay.status().waitingEvents() == 0);
    return relay;
  }

  private static ReplayRequest rebuild() {
    return ReplayRequest.named("rebuild").maxEventsPerSecond(1_000_000);
  }

  private List<Arrival> replayed() {
    return fixture().arrivals().stream().filter(Arrival::replay).toList();
  }

  @Test
  void aReplaySendsEverythingAgainMarkedAndInOrder() {
    Relay relay = published(5, 4);
    ReplayReport report = relay.replay(rebuild());
    assertThat(report.published()).isEqualTo(20);
    assertThat(report.isComplete()).isTrue();
    assertThat(replayed()).hasSize(20);
    for (int i = 0; i < 5; i++) {
      String aggregate = "aggregate " + i;
      assertThat(replayed())
          .filteredOn(arrival -> arrival.aggregate().equals(aggregate))
          .extracting(Arrival::version)
          .containsExactly(1L, 2L, 3L, 4L);
    }
  }

  @Test
  void aReplayLeavesTheLiveStreamAlone() {
    Relay relay = published(2, 2);
    relay.replay(rebuild());
    publish("aggregate 0", 3, 3);
    awaitVersions("aggregate 0", 3);
    assertThat(fixture().arrivals()).hasSize(4 + 4 + 1);
    assertThat(relay.status().waitingEvents()).isLessThanOrEqualTo(1);
  }

  @Test
  void aRangeIsChosenByTimeTypeAggregateAndTenant() {
    Relay relay = started(relay("a", sink("a")));
    publish("early", 1, 1);
    Instant from = fixture().clock().advance(Duration.ofHours(1));
    publish("in time", 1, 2);
    publish(Event.of("person", "in time", "moved", null).version(7));
    Instant until = fixture().clock().advance(Duration.ofHours(1));
    publish("late", 1, 1);
    awaitArrivals(5);
    ReplayRequest range = rebuild().from(from).until(until);
    assertThat(relay.replay(range).published()).isEqualTo(3);
    assertThat(relay.replay(range.types("moved")).published()).isEqualTo(1);
    assertThat(relay.replay(range.aggregate("case", "in time")).published()).isEqualTo(2);
    assertThat(relay.replay(rebuild().aggregateType("person")).published()).isEqualTo(1);
    assertThat(relay.replay(range.tenant("another")).published()).isZero();
  }

  @Test
  void eventsAreChosenByTheirIds() {
    Relay relay = published(3, 3);
    List<Arrival> all = fixture().arrivals();
    UUID one = all.get(1).event();
    UUID other = all.get(7).event();
    ReplayReport report = relay.replay(rebuild().events(one, other, UUID.randomUUID()));
    assertThat(report).isEqualTo(new ReplayReport(2, 0, null));
    assertThat(replayed()).extracting(Arrival::event).containsExactlyInAnyOrder(one, other);
    assertThat(relay.replay(rebuild().events(one).tenant("another")).published()).isZero();
  }

  @Test
  void aReplayMayBeLessStubbornThanTheRelay() {
    ScriptedSink sink = sink("a");
    Relay relay = relay("a", sink);
    publish("one", 1, 1);
    sink.when(of("one"), delivery -> delivery.unavailable("away", Duration.ofDays(1)));
    ReplayReport report = relay.replay(rebuild().maxAttempts(1));
    assertThat(report.stoppedBy()).contains("failed 1 times").contains("away");
    assertThat(sink.batches()).hasSize(1);
  }

  @Test
  void whatWaitsIsSkippedButForDeadLettersAndWhatIsBehindThem() {
    ScriptedSink sink =
        sink("a")
            .when(of("dead", 1), delivery -> delivery.refused("too large"))
            .when(of("held", 1), delivery -> delivery.failed("no route"));
    Relay relay = started(relay("a", sink));
    publish("dead", 1, 2);
    publish("held", 1, 3);
    Eventually.holds(
        "all is held", () -> relay.status().heldEvents() == 4 && relay.status().deadLetters() == 1);
    relay.stop(Duration.ofSeconds(30));
    publish("unread", 1, 3);
    assertThat(relay.skipBacklog()).isEqualTo(3);
    sink.forget();
    publish("held", 4, 4);
    relay.start();
    awaitVersions("held", 4);
    assertThat(versionsOf("held")).containsExactly(4L);
    assertThat(versionsOf("unread")).isEmpty();
    UUID dead = relay.deadLetters().list(DeadLetterFilter.all(), 10).get(0).event().id();
    relay.deadLetters().redrive(dead, new DeadLetters.Decision("ada", "it is taken now"));
    awaitVersions("dead", 2);
    assertThat(versionsOf("dead")).containsExactly(1L, 2L);
  }

  /** Or what it saves next would undo the skipping. */
  @Test
  void skippingTakesTheShardsFromWhoeverPublishes() {
    ScriptedSink sink = sink("a");
    Relay relay = started(relay("a", sink));
    sink.keepAll();
    publish("one", 1, 1);
    Eventually.holds("it is on its way", () -> sink.keptCount() == 1);
    relay.skipBacklog();
    List<String> positions = positionsOf(relay);
    sink.letGo();
    Eventually.holds("it is told", () -> !told(RelayChange.ShardLost.class).isEmpty());
    assertThat(positionsOf(relay)).isEqualTo(positions);
    relay.rebalance();
    publish("one", 2, 2);
    awaitVersions("one", 2);
  }

  private static List<String> positionsOf(Relay relay) {
    return relay.status().shards().stream().map(RelayStatus.Shard::position).toList();
  }

  @Test
  void aRelayThatIsForgottenKeepsNothingFromBeingPurgedAndBeginsAnew() {
    ScriptedSink sink = sink("a").when(of("dead"), delivery -> delivery.refused("too large"));
    Relay relay = started(relay("a", sink));
    publish("dead", 1, 2);
    Eventually.holds("it is dead", () -> relay.status().deadLetters() == 1);
    assertThatThrownBy(relay::forget).hasMessageContaining("stop it here and on all other nodes");
    relay.stop(Duration.ofSeconds(30));
    assertThat(relay.forget()).isTrue();
    assertThat(relay.forget()).isFalse();
    assertThat(relay.status().deadLetters()).isZero();
    assertThat(relay.status().shards()).isEmpty();
    sink.forget();
    relay.start();
    awaitVersions("dead", 2);
  }

  /** A node that was paused while its relay was forgotten and begun anew. */
  @Test
  void aLeaseOfAForgottenRelayIsNoneOfTheNextOfItsName() {
    Duration lease = Duration.ofMinutes(1);
    RelayStore store = fixture().store("a");
    ShardLease old = onlyShard(store, lease);
    fixture().clock().advance(lease);
    assertThat(store.forget("gone")).isTrue();
    ShardLease now = onlyShard(store, lease);
    assertThat(store.renew("gone", "a", lease, List.of(old)).renewed()).isEmpty();
    assertThat(store.positions("gone", List.of(old))).isEmpty();
    assertThat(store.renew("gone", "a", lease, List.of(now)).renewed()).containsExactly(0);
    store.leave("gone", "a");
    store.forget("gone");
  }

  private static ShardLease onlyShard(RelayStore store, Duration lease) {
    store.setUp("gone", 1, RelaySettings.Start.OLDEST);
    return store.acquire("gone", "a", lease, 1).get(0).lease();
  }

  @Test
  void aReplayEndsWhereAnEventCannotBePublishedAndLeavesOutWhatIsRefused() {
    ScriptedSink sink = sink("a");
    Relay relay =
        relay(
            "a",
            sink,
            settings()
                .retries(
                    new RetryPolicy(
                        2, Duration.ofDays(1), Duration.ofMillis(1), Duration.ofMillis(1))));
    publish("one", 1, 3);
    sink.when(of("one", 2), delivery -> delivery.refused("too large"));
    assertThat(relay.replay(rebuild())).isEqualTo(new ReplayReport(2, 1, null));
    sink.forget();
    sink.when(of("one", 2), delivery -> delivery.failed("no route"));
    ReplayReport stopped = relay.replay(rebuild());
    assertThat(stopped.published()).isEqualTo(1);
    assertThat(stopped.stoppedBy()).contains("no route");
  }

  @Test
  void onlyWhatIsOldAndPassedByAllIsPurged() {
    Relay relay = published(3, 5);
    Relay other =
        Relay.builder(fixture().store("b"), "another", sink("b")).settings(settings()).build();
    assertThat(other.purge(DAY)).isZero();
    fixture().clock().advance(KEEP);
    publish("young", 1, 2);
    awaitVersions("young", 2);
    assertThat(relay.purge(DAY)).as("the other relay has passed nothing").isZero();
    other.start();
    Eventually.holds("the other has passed all", () -> other.status().waitingEvents() == 0);
    Eventually.holds("this one too", () -> relay.status().waitingEvents() == 0);
    AtomicLong removed = new AtomicLong();
    movePositionsUntil("the old ones are purged", () -> removed.addAndGet(relay.purge(DAY)) == 15);
    assertThat(relay.purge(DAY)).as("the young ones stay").isZero();
    assertThat(fixture().countOutbox()).isEqualTo(2 + moves);
    other.stop(Duration.ofSeconds(30));
  }

  @Test
  void whatIsHeldOrDeadIsNeverPurged() {
    ScriptedSink sink =
        sink("a")
            .when(of("dead", 1), delivery -> delivery.refused("too large"))
            .when(of("held", 1), delivery -> delivery.failed("no route"));
    Relay relay = started(relay("a", sink));
    publish("dead", 1, 2);
    publish("held", 1, 2);
    publish("good", 1, 4);
    awaitVersions("good", 4);
    Eventually.holds("all is passed", () -> relay.status().waitingEvents() == 0);
    sink.when(of("held"), delivery -> delivery.failed("no route", Duration.ofDays(2)));
    fixture().clock().advance(KEEP);
    movePositionsUntil(
        "only the good go", () -> relay.purge(DAY) >= 0 && fixture().countOutbox() == 4 + moves);
    assertThat(relay.purge(DAY)).isZero();
    assertThat(fixture().countOutbox()).isEqualTo(4 + moves);
  }

  @Test
  void purgeIsBoundedAndTakesTurns() {
    Relay relay = published(6, 10);
    fixture().clock().advance(KEEP);
    AtomicLong removed = new AtomicLong();
    movePositionsUntil("something is purged", () -> purgedTwice(relay, removed) > 0);
    Callers.together(4, i -> removed.addAndGet(relay.purge(DAY)));
    movePositionsUntil("all is purged", () -> removed.addAndGet(relay.purge(DAY)) == 60);
    assertThat(told(RelayChange.Purged.class)).allMatch(purged -> purged.events() <= 10);
    assertThat(fixture().countOutbox()).isEqualTo(moves);
  }

  /**
   * Publishes an event whenever the condition does not hold. A purge removes only what is older
   * than every transaction that was open on the server when a position was saved, and an idle relay
   * saves its position rarely.
   */
  private void movePositionsUntil(String what, BooleanSupplier condition) {
    Eventually.holds(
        what,
        () -> {
          if (condition.getAsBoolean()) {
            return true;
          }
          moves++;
          publish("move", moves, moves);
          awaitVersions("move", moves);
          return false;
        });
  }

  /** Two batches of ten at most. */
  private static long purgedTwice(Relay relay, AtomicLong removed) {
    long purged = relay.purge(new OutboxRetention(KEEP, 10, 2));
    assertThat(purged).isLessThanOrEqualTo(20);
    removed.addAndGet(purged);
    return purged;
  }

  @Test
  void purgeBesideARelayLosesNothing() {
    Relay relay = started(relay("a", sink("a")));
    OutboxRetention atOnce = new OutboxRetention(Duration.ofNanos(1_000), 7, 1_000);
    fixture().clock().advance(Duration.ofDays(1));
    for (int version = 1; version <= 40; version++) {
      publish("one", version, version);
      publish("two", version, version);
      fixture().clock().advance(Duration.ofSeconds(1));
      relay.purge(atOnce);
    }
    awaitArrivals(80);
    assertOrderUnbroken();
    assertNothingTwice();
  }
}
