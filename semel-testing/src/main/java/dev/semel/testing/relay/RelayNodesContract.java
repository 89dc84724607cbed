package dev.semel.testing.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.ConfigurationException;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.HeldChange;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.RelayStore;
import dev.semel.relay.spi.ShardWrite;
import dev.semel.relay.spi.WriteResult;
import dev.semel.testing.contract.Callers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Several nodes share the work; nodes come, go and die, and nothing is lost or out of order. */
public abstract class RelayNodesContract extends RelayContract {
  private RelayStatus status() {
    return fixture().store("operator").status(RELAY);
  }

  private long shardsOf(String node) {
    return status().shards().stream().filter(shard -> node.equals(shard.owner())).count();
  }

  /** Lets all of them look who else is there, until the shares are as expected. */
  private void awaitShares(String what, List<Relay> relays, String node, long share) {
    Eventually.holds(
        what,
        () -> {
          relays.forEach(Relay::rebalance);
          return shardsOf(node) == share;
        });
  }

  @Test
  void nodesShareTheShardsAndAnotherOneGetsItsPart() {
    Relay a = started(relay("a", sink("a")));
    awaitShares("a has all", List.of(a), "a", 4);
    Relay b = started(relay("b", sink("b")));
    awaitShares("a gave half away", List.of(a, b), "a", 2);
    awaitShares("b has half", List.of(a, b), "b", 2);
    for (int i = 0; i < 40; i++) {
      publish("aggregate " + i, 1, 2);
    }
    awaitArrivals(80);
    assertOrderUnbroken();
    assertNothingTwice();
    Set<String> nodes = new HashSet<>();
    fixture().arrivals().forEach(arrival -> nodes.add(arrival.node()));
    assertThat(nodes).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void whoStopsGivesItsShardsAwayAtOnce() {
    Relay a = started(relay("a", sink("a")));
    Relay b = started(relay("b", sink("b")));
    awaitShares("b has half", List.of(a, b), "b", 2);
    assertThat(a.stop(Duration.ofSeconds(30))).isTrue();
    awaitShares("b has all, and no lease had to run out", List.of(b), "b", 4);
    assertThat(status().nodes()).extracting(RelayStatus.Node::name).containsExactly("b");
  }

  /** Its leases would end when the clock has caught up, and nobody could publish until then. */
  @Test
  void operatorFreesTheShardsOfANodeThatDiedBeforeTheClockWasSetBack() {
    RelayStore dead = fixture().store("dead");
    dead.setUp(RELAY, 4, RelaySettings.Start.OLDEST);
    dead.renew(RELAY, "dead", Duration.ofSeconds(15), List.of());
    dead.acquire(RELAY, "dead", Duration.ofSeconds(15), 4);
    fixture().clock().set(fixture().clock().instant().minus(Duration.ofDays(1)));
    Relay b = started(relay("b", sink("b")));
    publish("one", 1, 2);
    assertThat(shardsOf("dead")).isEqualTo(4);
    DeadLetters.Decision decision = new DeadLetters.Decision("clerk", "the node is gone");
    assertThat(b.freeShards("dead", decision)).isEqualTo(4);
    awaitShares("b has all", List.of(b), "b", 4);
    awaitArrivals(2);
    assertThat(fixture().countDecisions()).isEqualTo(4);
  }

  /** The node is alive after all. */
  @Test
  void nodeWhoseShardsWereFreedSavesNothingMoreForThem() {
    RelayStore store = fixture().store("a");
    store.setUp(RELAY, 4, RelaySettings.Start.OLDEST);
    List<OwnedShard> shards = store.acquire(RELAY, "a", Duration.ofSeconds(15), 4);
    store.freeShards(RELAY, "a", new DeadLetters.Decision("clerk", "a mistake"));
    List<ShardWrite> writes =
        shards.stream().map(it -> new ShardWrite(it.lease(), it.cursor(), List.of())).toList();
    try (OutboxSession session = store.open()) {
      assertThat(session.write(RELAY, writes, true).current()).isEmpty();
    }
  }

  @Test
  void movingShardsUnderLoadBreaksNothing() {
    Relay a = started(relay("a", sink("a")));
    AtomicBoolean over = new AtomicBoolean();
    var writer =
        Callers.start(
            () -> {
              int version = 0;
              while (!over.get()) {
                version++;
                for (int i = 0; i < 12; i++) {
                  publish("aggregate " + i, version, version);
                }
              }
              return 12 * version;
            });
    Relay b = started(relay("b", sink("b")));
    awaitShares("b has half", List.of(a, b), "b", 2);
    Relay c = started(relay("c", sink("c")));
    awaitShares("c has some", List.of(a, b, c), "c", 1);
    assertThat(b.stop(Duration.ofSeconds(30))).isTrue();
    awaitShares("the others have the rest", List.of(a, c), "c", 2);
    over.set(true);
    awaitArrivals(writer.result());
    assertOrderUnbroken();
    assertNothingTwice();
  }

  /** It has published and not saved: that is published again, and nothing else. */
  @Test
  void whoDiesBetweenPublishingAndSavingLosesNothingAndRepeatsOnlyThat() {
    UnreliableStore unreliable = new UnreliableStore(fixture().store("a"));
    started(relay("a", unreliable.store(), sink("a"), settings()));
    publish("one", 1, 3);
    awaitVersions("one", 3);
    Eventually.holds("all is saved", () -> status().waitingEvents() == 0);
    unreliable.cut("write");
    publish(event("one", 4), event("one", 5));
    awaitVersions("one", 5);
    unreliable.cut();
    letLeasesRunOut();
    started(relay("b", sink("b")));
    publish("one", 6, 6);
    awaitVersions("one", 6);
    assertThat(versionsOf("one")).containsExactly(1L, 2L, 3L, 4L, 5L, 4L, 5L, 6L);
    assertOrderUnbroken();
  }

  @Test
  void aLateOwnerCanSaveNothing() {
    ScriptedSink slow = sink("a");
    slow.keepAll();
    UnreliableStore unreliable = new UnreliableStore(fixture().store("a"));
    started(relay("a", unreliable.store(), slow, settings()));
    publish("one", 1, 1);
    Eventually.holds("it is on its way", () -> slow.keptCount() == 1);
    unreliable.cut("renew", "acquire");
    letLeasesRunOut();
    ScriptedSink other = sink("b");
    other.when(of("one", 1), delivery -> delivery.failed("not now"));
    started(relay("b", other));
    Eventually.holds("b holds it", () -> status().heldEvents() == 1);
    slow.letGo();
    Eventually.holds("a finds out", () -> !told(RelayChange.ShardLost.class).isEmpty());
    assertThat(status().heldEvents()).isEqualTo(1);
    assertThat(shardsOf("b")).isEqualTo(4);
    assertThat(status().waitingEvents()).isZero();
  }

  @Test
  void aLateOwnerWritesNoHeldEventsAndGivesNothingBack() {
    RelayStore store = fixture().store("a");
    store.setUp(RELAY, 1, RelaySettings.Start.OLDEST);
    publish("one", 1, 1);
    OwnedShard late = store.acquire(RELAY, "a", LEASE, 1).get(0);
    letLeasesRunOut();
    OwnedShard current = store.acquire(RELAY, "b", LEASE, 1).get(0);
    Set<Integer> only = Set.of(late.lease().shard());
    try (OutboxSession session = store.open()) {
      RelayedEvent event =
          session.read(late.cursor(), session.mark(null), only, 1, 1).events().get(0).event();
      List<HeldChange> failed = List.of(new HeldChange.Fails(event, 1, BACKOFF, "no route"));
      WriteResult refused =
          session.write(RELAY, List.of(new ShardWrite(late.lease(), null, failed)), true);
      assertThat(refused.current()).isEmpty();
      assertThat(status().heldEvents()).isZero();
      WriteResult written =
          session.write(RELAY, List.of(new ShardWrite(current.lease(), null, failed)), true);
      assertThat(written.current()).isEqualTo(only);
      assertThat(status().heldEvents()).isEqualTo(1);
    }
    store.release(RELAY, List.of(late.lease()));
    assertThat(shardsOf("b")).isEqualTo(1);
    store.release(RELAY, List.of(current.lease()));
    assertThat(shardsOf("b")).isZero();
  }

  @Test
  void whoseLeaseHasRunOutForAllItKnowsPublishesNothing() {
    ScriptedSink sink = sink("a");
    UnreliableStore unreliable = new UnreliableStore(fixture().store("a"));
    RelaySettings brief = settings().lease(Duration.ofMillis(300));
    started(relay("a", unreliable.store(), sink, brief));
    publish("one", 1, 1);
    awaitVersions("one", 1);
    sink.keepAll();
    unreliable.cut("renew", "acquire", "write", "release");
    publish("one", 2, 2);
    Eventually.holds("it cannot renew", () -> told(RelayChange.StoreUnavailable.class).size() >= 6);
    int sent = sink.keptCount();
    publish("two", 1, 1);
    Eventually.holds(
        "it goes on trying to renew", () -> told(RelayChange.StoreUnavailable.class).size() >= 12);
    assertThat(sink.keptCount()).isEqualTo(sent);
    unreliable.mend();
    sink.letGo();
    awaitVersions("two", 1);
  }

  @Test
  void theDatabaseMayBeAwayForAWhile() {
    UnreliableStore unreliable = new UnreliableStore(fixture().store("a"));
    started(relay("a", unreliable.store(), sink("a"), settings()));
    publish("one", 1, 3);
    awaitVersions("one", 3);
    Eventually.holds("that is saved", () -> status().waitingEvents() == 0);
    unreliable.cut();
    publish("one", 4, 6);
    Eventually.holds("it is told", () -> told(RelayChange.StoreUnavailable.class).size() >= 3);
    unreliable.mend();
    awaitVersions("one", 6);
    assertOrderUnbroken();
    assertNothingTwice();
  }

  /** The server may have crashed in between, and given its numbers to other events. */
  @Test
  void aPositionOfALostSessionIsNotSavedInTheNext() {
    UnreliableStore unreliable = new UnreliableStore(fixture().store("a"));
    started(relay("a", unreliable.store(), sink("a"), settings()));
    publish("one", 1, 3);
    awaitVersions("one", 3);
    Eventually.holds("that is saved", () -> status().waitingEvents() == 0);
    unreliable.cut("write");
    publish(event("one", 4), event("one", 5));
    Eventually.holds("the position cannot be saved", () -> failuresOf("write") > 0);
    unreliable.cut("mark");
    unreliable.mend("write");
    // The first may be of a session that was opened before.
    long before = failuresOf("mark");
    Eventually.holds("the next session can only save", () -> failuresOf("mark") >= before + 2);
    assertThat(status().waitingEvents()).isEqualTo(2);
    unreliable.mend();
    publish("one", 6, 6);
    awaitVersions("one", 6);
    assertThat(versionsOf("one")).containsExactly(1L, 2L, 3L, 4L, 5L, 4L, 5L, 6L);
  }

  private long failuresOf(String call) {
    return told(RelayChange.StoreUnavailable.class).stream()
        .filter(failure -> failure.reason().endsWith(": " + call))
        .count();
  }

  /** Three nodes, of which one dies and comes back under another name, again and again. */
  @Test
  void nodesThatDieAtAnyTimeLoseNothingAndBreakNoOrder() {
    int aggregates = 20;
    int versions = 60;
    List<Relay> survivors = List.of(started(relay("a", sink("a"))), started(relay("b", sink("b"))));
    AtomicBoolean over = new AtomicBoolean();
    var killer = Callers.start(() -> dieAgainAndAgain(survivors, over));
    Callers.together(
        4,
        writer -> {
          for (int version = 1; version <= versions; version++) {
            for (int i = writer; i < aggregates; i += 4) {
              publish("aggregate " + i, version, version);
            }
          }
          return writer;
        });
    over.set(true);
    assertThat(killer.result()).isPositive();
    Eventually.holds(
        "all arrived",
        () -> {
          survivors.forEach(Relay::rebalance);
          return distinctArrivals() == aggregates * versions;
        });
    assertOrderUnbroken();
  }

  private int dieAgainAndAgain(List<Relay> survivors, AtomicBoolean over) {
    int deaths = 0;
    while (!over.get()) {
      String name = "mortal " + deaths;
      UnreliableStore unreliable = new UnreliableStore(fixture().store("mortal"));
      ScriptedSink sink = sink(name);
      Relay mortal = started(relay(name, unreliable.store(), sink, settings()));
      int enough = ThreadLocalRandom.current().nextInt(1, 10);
      Eventually.holds(
          name + " has published, or all is done",
          () -> {
            survivors.forEach(Relay::rebalance);
            mortal.rebalance();
            return sink.batches().size() >= enough || over.get();
          });
      unreliable.cut();
      mortal.stop(Duration.ZERO);
      letLeasesRunOut();
      // A claim that was under way may have taken shards since.
      assertThat(mortal.stop(Duration.ofMinutes(1))).isTrue();
      letLeasesRunOut();
      deaths++;
    }
    return deaths;
  }

  @Test
  void theNumberOfShardsCannotBeChanged() {
    started(relay("a", sink("a")));
    Relay other = relay("b", sink("b"), settings().shards(8));
    assertThatThrownBy(other::start)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("was set up with 4 shards and is configured with 8");
  }

  @Test
  void aTransactionThatStaysOpenIsReported() {
    RelaySettings watchful = settings().longTransaction(Duration.ofMillis(1));
    Relay relay = relay("a", sink("a"), watchful);
    try (OpenWriter open = fixture().begin()) {
      open.publish(TENANT, event("slow", 1));
      started(relay);
      Eventually.holds(
          "it is reported",
          () -> {
            relay.rebalance();
            return !told(RelayChange.LongTransaction.class).isEmpty();
          });
      assertThat(status().oldestTransaction()).isNotNull();
      open.commit();
    }
    awaitVersions("slow", 1);
  }

  @Test
  void theStatusTellsWhatWaits() {
    ScriptedSink sink = sink("a");
    sink.keepAll();
    Relay relay = started(relay("a", sink));
    Eventually.holds("the shards are taken", () -> shardsOf("a") == 4);
    publish("one", 1, 3);
    fixture().clock().advance(Duration.ofSeconds(5));
    List<RelayStatus.Shard> shards = new ArrayList<>(relay.status().shards());
    assertThat(shards).hasSize(4).allMatch(shard -> shard.fence() > 0);
    assertThat(relay.status().waitingEvents()).isEqualTo(3);
    assertThat(relay.status().oldestWaiting()).isEqualTo(Duration.ofSeconds(5));
    sink.letGo();
    Eventually.holds("nothing waits", () -> relay.status().waitingEvents() == 0);
    assertThat(relay.status().oldestWaiting()).isNull();
  }
}
