package dev.semel.testing.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.relay.Aggregate;
import dev.semel.relay.DeadLetter;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.Delivery;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.HeldChange;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.RelayStore;
import dev.semel.relay.spi.ShardWrite;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Two tenants have an aggregate of the same type and id. Nothing that becomes of the events of one
 * changes what becomes of the other's. Versions of the second tenant begin at 11.
 */
public abstract class RelayTenantsContract extends RelayContract {
  private static final String OTHER = "globex";
  private static final Aggregate OURS = new Aggregate(TENANT, "case", "one");
  private static final DeadLetters.Decision DECISION =
      new DeadLetters.Decision("ada", "the broker works again");

  private void publishFor(String tenant, int from, int to) {
    try (OpenWriter writer = fixture().begin()) {
      for (int version = from; version <= to; version++) {
        writer.publish(tenant, event("one", version));
      }
      writer.commit();
    }
  }

  private static Predicate<RelayedEvent> ofTenant(String tenant) {
    return event -> event.tenant().equals(tenant);
  }

  private static void fail(Delivery delivery) {
    delivery.failed("no route");
  }

  private static void refuse(Delivery delivery) {
    delivery.refused("too large");
  }

  private void awaitHeld(Relay relay, int held, int dead) {
    Eventually.holds(
        held + " are held and " + dead + " are dead",
        () -> relay.status().heldEvents() == held && relay.status().deadLetters() == dead,
        () -> relay.status().toString());
  }

  @Test
  void sameAggregateOfAnotherTenantIsOnItsWayAtTheSameTime() {
    ScriptedSink sink = sink("a");
    sink.keepAll();
    started(relay("a", sink));
    publishFor(TENANT, 1, 2);
    publishFor(OTHER, 11, 12);
    Eventually.holds("the first of each is on its way", () -> sink.keptCount() == 2);
    sink.letGo();
    awaitArrivals(4);
  }

  @Test
  void sameAggregateOfAnotherTenantIsNotBlocked() {
    ScriptedSink sink = sink("a").when(ofTenant(TENANT), RelayTenantsContract::fail);
    Relay relay = started(relay("a", sink));
    publishFor(TENANT, 1, 2);
    awaitHeld(relay, 2, 0);
    publishFor(OTHER, 11, 12);
    awaitVersions("one", 12);
    assertThat(versionsOf("one")).containsExactly(11L, 12L);
    Eventually.holds("all is passed", () -> relay.status().waitingEvents() == 0);
    assertThat(told(RelayChange.Freed.class)).isEmpty();
    assertThat(relay.status().heldEvents()).isEqualTo(2);
  }

  @Test
  void whatWaitsGoesOnWhileTheSameAggregateOfAnotherTenantIsHeld() {
    ScriptedSink sink = sink("a").when(event -> true, RelayTenantsContract::fail);
    Relay relay = started(relay("a", sink));
    publishFor(OTHER, 11, 12);
    publishFor(TENANT, 1, 2);
    awaitHeld(relay, 4, 0);
    sink.forget();
    sink.when(ofTenant(OTHER), RelayTenantsContract::fail);
    fixture().clock().advance(BACKOFF);
    awaitVersions("one", 2);
    Eventually.holds(
        "it is free again",
        () ->
            told(RelayChange.Freed.class).stream()
                .anyMatch(freed -> freed.aggregate().equals(OURS)));
    assertThat(versionsOf("one")).containsExactly(1L, 2L);
    assertThat(relay.status().heldEvents()).isEqualTo(2);
  }

  /** Of another tenant, one event failed before, and one begins to wait at the same time. */
  @Test
  void firstEventOfATenantIsDueThoughTheSameAggregateOfAnotherIsHeld() {
    RelayStore store = fixture().store("a");
    store.setUp(RELAY, 1, RelaySettings.Start.OLDEST);
    publishFor(TENANT, 1, 1);
    publishFor(OTHER, 11, 11);
    publishTwo(TENANT, 1);
    publishTwo(OTHER, 11);
    OwnedShard shard = store.acquire(RELAY, "a", Duration.ofMinutes(1), 1).get(0);
    Set<Integer> only = Set.of(shard.lease().shard());
    try (OutboxSession session = store.open()) {
      List<RelayedEvent> events =
          session.read(shard.cursor(), session.mark(null), only, 1, 10).events().stream()
              .map(stored -> stored.event())
              .toList();
      List<HeldChange> changes =
          List.of(
              new HeldChange.Fails(events.get(0), 1, BACKOFF, "no route"),
              new HeldChange.Waits(events.get(1)),
              new HeldChange.Waits(events.get(2)),
              new HeldChange.Waits(events.get(3)));
      session.write(RELAY, List.of(new ShardWrite(shard.lease(), null, changes)), true);
      assertThat(store.due(RELAY, only, Set.of(), 10).events())
          .extracting(held -> held.stored().event())
          .containsExactlyInAnyOrderElementsOf(events.subList(1, 4));
    }
    // The node may read for its shard until it leaves, also in the tests that follow.
    store.leave(RELAY, "a");
  }

  private void publishTwo(String tenant, int version) {
    try (OpenWriter writer = fixture().begin()) {
      writer.publish(tenant, Event.of("case", "two", "changed", null).version(version));
      writer.commit();
    }
  }

  @Test
  void deadLettersAreCountedAndChosenByTenant() {
    ScriptedSink sink = sink("a").when(event -> true, RelayTenantsContract::refuse);
    Relay relay = started(relay("a", sink));
    publishFor(TENANT, 1, 3);
    publishFor(OTHER, 11, 12);
    awaitHeld(relay, 3, 2);
    assertThat(relay.deadLetters().list(DeadLetterFilter.all(), 10))
        .extracting(DeadLetter::waiting)
        .containsExactly(2L, 1L);
    assertThat(relay.deadLetters().list(DeadLetterFilter.all().tenant(OTHER), 10))
        .extracting(dead -> dead.event().tenant())
        .containsExactly(OTHER);
    sink.forget();
    DeadLetterFilter ours = DeadLetterFilter.of(OURS);
    assertThat(relay.deadLetters().redrive(ours, 10, DECISION)).isEqualTo(1);
    awaitVersions("one", 3);
    assertThat(versionsOf("one")).containsExactly(1L, 2L, 3L);
    awaitHeld(relay, 1, 1);
  }

  @Test
  void whatIsHeldIsSkippedThoughTheSameAggregateOfAnotherTenantHasADeadLetter() {
    ScriptedSink sink =
        sink("a")
            .when(ofTenant(TENANT), RelayTenantsContract::refuse)
            .when(ofTenant(OTHER), RelayTenantsContract::fail);
    Relay relay = started(relay("a", sink));
    publishFor(TENANT, 1, 2);
    publishFor(OTHER, 11, 13);
    awaitHeld(relay, 4, 1);
    relay.stop(Duration.ofSeconds(30));
    assertThat(relay.skipBacklog()).isEqualTo(3);
    assertThat(relay.status().heldEvents()).isEqualTo(1);
  }
}
