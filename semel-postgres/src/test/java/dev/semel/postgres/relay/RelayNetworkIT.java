package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayedEvent;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The relay over a network that is cut, and woken over it. */
@ExtendWith(PostgresExtension.class)
class RelayNetworkIT {
  private static final Operation<String, String> OPEN =
      Operation.named("open").taking(Fingerprinter.text()).answering(Codec.text());
  private static final Duration NEVER = Duration.ofMinutes(10);
  private static final RelaySettings SLEEPY =
      RelaySettings.standard().polling(new RelaySettings.Polling(NEVER, NEVER));

  private final PostgresDatabase database;
  private final PostgresStore store;
  private final String name = "relay-" + UUID.randomUUID();
  private final List<RelayedEvent> arrived = new CopyOnWriteArrayList<>();
  private final ScriptedSink sink = new ScriptedSink("a", (node, events) -> arrived.addAll(events));

  RelayNetworkIT(PostgresDatabase database) {
    this.database = database;
    this.store = PostgresStore.builder(database.dataSource()).migrate().build();
  }

  private void open(Semel semel, String aggregate, long version) {
    semel.once(
        OPEN.intent("acme", UUID.randomUUID().toString(), "x"),
        effect -> {
          effect.publish(Event.of("case", aggregate, "opened", null).version(version));
          return "done";
        });
  }

  private List<Long> versionsOf(String aggregate) {
    return arrived.stream()
        .filter(event -> event.aggregateId().equals(aggregate))
        .map(event -> event.aggregateVersion() == null ? 0L : event.aggregateVersion())
        .toList();
  }

  private static void awaitOwner(Relay relay) {
    Eventually.holds(
        "the shards are taken",
        () -> relay.status().shards().stream().allMatch(shard -> shard.owner() != null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE \"semel\".relay_shard",
        "pg_visible_in_snapshot",
        "pg_current_xact_id",
        "INSERT INTO \"semel\".relay_held"
      })
  void aCutAtAnyStatementLosesNothingAndKeepsTheOrder(String statement) {
    String aggregate = UUID.randomUUID().toString();
    Semel semel = Semel.on(store);
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      DataSource shaky = database.dataSourceVia(proxy.host(), proxy.port());
      Relay relay =
          Relay.builder(PostgresRelays.on(shaky), name, sink)
              .settings(RelaySettings.standard().start(RelaySettings.Start.NOW))
              .build();
      try (relay) {
        relay.start();
        awaitOwner(relay);
        sink.when(
            event -> event.aggregateId().equals(aggregate) && arrived.isEmpty(),
            delivery -> delivery.failed("not yet"));
        proxy.onMessage(statement).cutBefore();
        open(semel, aggregate, 1);
        open(semel, aggregate, 2);
        sink.forget();
        open(semel, aggregate, 3);
        Eventually.holds("all arrived", () -> versionsOf(aggregate).contains(3L));
      }
    }
    assertThat(versionsOf(aggregate).stream().distinct()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aCommandOnThisNodeWakesTheRelayAtOnce() {
    String aggregate = UUID.randomUUID().toString();
    Relay relay =
        Relay.builder(PostgresRelays.on(database.dataSource()), name, sink)
            .settings(SLEEPY.start(RelaySettings.Start.NOW))
            .build();
    try (relay) {
      relay.start();
      Semel semel = Semel.builder(store).listener(relay.wakeUps()).build();
      awaitOwner(relay);
      open(semel, aggregate, 1);
      Eventually.holds("the first wake-up is heard", () -> !versionsOf(aggregate).isEmpty());
    }
  }

  @Test
  void aMessageThatPublishesWakesTheRelayAtOnce() {
    String aggregate = UUID.randomUUID().toString();
    Relay relay =
        Relay.builder(PostgresRelays.on(database.dataSource()), name, sink)
            .settings(SLEEPY.start(RelaySettings.Start.NOW))
            .build();
    try (relay) {
      relay.start();
      awaitOwner(relay);
      Inbox inbox = Inbox.builder(store.inbox()).listener(relay.wakeUps()).build();
      inbox.consume(
          ConsumerSettings.named("desk", "acme"),
          Message.of("/post", aggregate, new byte[0]),
          (message, effect) -> effect.publish(Event.of("case", aggregate, "opened", null)));
      Eventually.holds("the wake-up is heard", () -> !versionsOf(aggregate).isEmpty());
    }
  }

  @Test
  void aCommandOnAnotherNodeWakesTheRelayByANotice() {
    String aggregate = UUID.randomUUID().toString();
    List<RelayChange> changes = new CopyOnWriteArrayList<>();
    DataSource dataSource = database.dataSource();
    PostgresRelays noticed = PostgresRelays.builder(dataSource).direct(dataSource).build();
    RelaySettings one = SLEEPY.shards(1).start(RelaySettings.Start.NOW);
    Relay owner = Relay.builder(noticed, name, sink).settings(one).listener(changes::add).build();
    Relay other = Relay.builder(noticed, name, sink).settings(one).build();
    try (owner;
        other) {
      owner.start();
      Eventually.holds(
          "it owns the shard",
          () -> changes.stream().anyMatch(RelayChange.ShardGained.class::isInstance));
      other.start();
      Semel semel = Semel.builder(store).listener(other.wakeUps()).build();
      Eventually.holds(
          "a notice is heard",
          () -> {
            open(semel, aggregate, 1);
            return !versionsOf(aggregate).isEmpty();
          });
    }
  }
}
