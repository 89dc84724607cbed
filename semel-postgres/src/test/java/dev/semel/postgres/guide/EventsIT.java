package dev.semel.postgres.guide;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Aggregate;
import dev.semel.relay.DeadLetter;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.Delivery;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.ReplayReport;
import dev.semel.relay.ReplayRequest;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.relay.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on events. */
@ExtendWith(PostgresExtension.class)
class EventsIT {
  private static final Operation<String, String> OPEN_CASE =
      Operation.named("open-case").taking(Fingerprinter.text()).answering(Codec.text());

  private final DataSource dataSource;
  private final PostgresStore store;
  private final List<RelayedEvent> arrived = new CopyOnWriteArrayList<>();

  EventsIT(PostgresDatabase database) {
    this.dataSource = database.dataSource();
    this.store = PostgresStore.builder(dataSource).migrate().build();
  }

  // snippet: own-sink
  /** Sends events one after the other, on the relay's own thread. */
  static final class TopicSink implements Sink {
    private final Topic topic;

    TopicSink(Topic topic) {
      this.topic = topic;
    }

    @Override
    public void publish(SinkBatch batch) {
      for (Delivery delivery : batch.deliveries()) {
        RelayedEvent event = delivery.event();
        switch (topic.send(event)) {
          case TAKEN -> delivery.published();
          case TOO_LARGE -> delivery.refused("larger than the topic takes");
          case BUSY -> delivery.failed("the topic is busy");
          case AWAY -> delivery.unavailable("no connection to the broker");
        }
      }
    }
  }

  // end snippet

  /** What a broker's client answers. */
  enum Answer {
    TAKEN,
    TOO_LARGE,
    BUSY,
    AWAY
  }

  /** A broker's client. */
  interface Topic {
    Answer send(RelayedEvent event);
  }

  private Sink sink() {
    return new TopicSink(
        event -> {
          if (event.type().equals("refused")) {
            return Answer.TOO_LARGE;
          }
          arrived.add(event);
          return Answer.TAKEN;
        });
  }

  @Test
  void eventsArePublishedAndRelayed() throws SQLException {
    Sink sink = sink();
    // snippet: relay
    Relay relay = Relay.builder(PostgresRelays.on(dataSource), "cases", sink).build();
    Semel semel = Semel.builder(store).listener(relay.wakeUps()).build();
    relay.start();
    // end snippet
    semel.once(
        OPEN_CASE.intent("acme", "events-1", "noise"),
        effect -> {
          // snippet: publish-in-command
          effect.publish(
              Event.of("case", "7", "opened", "{\"source\": \"phone\"}")
                  .version(1)
                  .keyed("opened 7"));
          // end snippet
          return "case 7";
        });
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      // snippet: publish-in-transaction
      semel.within(connection).publish("acme", Event.of("case", "7", "closed", null).version(2));
      connection.commit();
      // end snippet
    }
    Eventually.holds("both arrived", () -> arrived.size() >= 2);
    assertThat(arrived).extracting(RelayedEvent::type).startsWith("opened", "closed");
    // snippet: relay-stop
    boolean ended = relay.stop(Duration.ofSeconds(20));
    // end snippet
    assertThat(ended).isTrue();
  }

  @Test
  void ownSinkSettlesEveryDelivery() {
    List<RelayedEvent> sent = new CopyOnWriteArrayList<>();
    Topic topic =
        event -> {
          sent.add(event);
          return Answer.TAKEN;
        };
    UUID id = UUID.randomUUID();
    RelayedEvent event =
        new RelayedEvent(
            id,
            id.toString(),
            "acme",
            "case",
            "7",
            1L,
            "opened",
            null,
            Map.of(),
            null,
            Instant.EPOCH,
            1);
    // snippet: own-sink-test
    assertThat(new TopicSink(topic)).settlesAtOnce(event);
    // end snippet
    assertThat(sent).containsExactly(event);
  }

  @Test
  void operatorsLookAndMend() throws SQLException {
    Relay relay = Relay.builder(PostgresRelays.on(dataSource), "mended", sink()).build();
    try (relay;
        Connection connection = dataSource.getConnection()) {
      relay.start();
      connection.setAutoCommit(false);
      Semel.on(store)
          .within(connection)
          .publish(
              "acme",
              Event.of("case", "8", "refused", null),
              Event.of("case", "9", "refused", null));
      connection.commit();
      Eventually.holds("two dead letters", () -> relay.status().deadLetters() == 2);
      // snippet: relay-status
      RelayStatus status = relay.status();
      long waiting = status.waitingEvents();
      Duration lag = status.oldestWaiting();
      long dead = status.deadLetters();
      // end snippet
      assertThat(waiting + dead).isPositive();
      assertThat(lag == null || !lag.isNegative()).isTrue();
      // snippet: dead-letters
      DeadLetters letters = relay.deadLetters();
      List<DeadLetter> oldest = letters.list(DeadLetterFilter.all(), 100);
      DeadLetters.Decision mended = new DeadLetters.Decision("ada", "the topic takes more now");
      letters.redrive(oldest.get(0).event().id(), mended);
      letters.redrive(DeadLetterFilter.of(new Aggregate("acme", "case", "9")), 100, mended);
      // end snippet
      Eventually.holds("both are dead again", () -> relay.status().deadLetters() == 2);
      // snippet: dead-letter-discard
      letters.discard(oldest.get(0).event().id(), new DeadLetters.Decision("ada", "sent by hand"));
      // end snippet
      assertThat(relay.status().deadLetters()).isEqualTo(1);
    }
  }

  @Test
  void eventsAreReplayedAndPurged() {
    Relay relay = Relay.builder(PostgresRelays.on(dataSource), "replayed", sink()).build();
    // snippet: replay
    ReplayReport report =
        relay.replay(
            ReplayRequest.named("rebuild-dashboard")
                .aggregateType("case")
                .from(Instant.parse("2026-01-01T00:00:00Z"))
                .maxEventsPerSecond(500));
    // end snippet
    assertThat(report.isComplete()).isTrue();
    // snippet: outbox-purge
    long removed = relay.purge(OutboxRetention.of(Duration.ofDays(30)));
    // end snippet
    assertThat(removed).isZero();
  }

  @Test
  void aRelayRunsWithTheLeastRights() {
    try (PostgresDatabase fresh = PostgresServer.shared().newDatabase("relay_rights")) {
      PostgresStore.builder(fresh.dataSource()).migrate().build();
      String role = "relay_" + UUID.randomUUID().toString().replace("-", "");
      fresh.execute("CREATE ROLE %s LOGIN".formatted(role));
      try {
        fresh.execute(Snippets.sql("relay-rights").replace("casework_relay", role));
        fresh.execute(Snippets.sql("relay-purge-rights").replace("casework_relay", role));
        runEverything(PostgresRelays.on(fresh.dataSource(Map.of("user", role))), fresh);
      } finally {
        fresh.execute("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(role));
      }
    }
  }

  @Test
  void relayAdaptsPositionsOfAnotherClusterWithTheLeastRights() {
    try (PostgresDatabase fresh = PostgresServer.shared().newDatabase("adopt_rights")) {
      PostgresStore.builder(fresh.dataSource()).migrate().build();
      PostgresRelays.on(fresh.dataSource()).setUp("moved", 1, RelaySettings.Start.OLDEST);
      fresh.execute("UPDATE semel.relay_shard SET system_identifier = 1, seen_seq = 100");
      String role = "relay_" + UUID.randomUUID().toString().replace("-", "");
      fresh.execute("CREATE ROLE %s LOGIN".formatted(role));
      try {
        fresh.execute(Snippets.sql("relay-rights").replace("casework_relay", role));
        PostgresRelays relays = PostgresRelays.on(fresh.dataSource(Map.of("user", role)));
        assertThatThrownBy(relays::adoptCluster)
            .hasMessageContaining("another cluster")
            .hasMessageContaining("needs UPDATE, INSERT and DELETE on outbox");
        fresh.execute(Snippets.sql("relay-adopt-rights").replace("casework_relay", role));
        assertThat(relays.adoptCluster()).isTrue();
        assertThat(relays.adoptCluster()).isFalse();
      } finally {
        fresh.execute("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(role));
      }
    }
  }

  @Test
  void ownerAdaptsPositionsOfAnotherCluster() {
    DataSource owner = dataSource;
    // snippet: adopt-cluster
    PostgresRelays.on(owner).adoptCluster();
    // end snippet
    assertThat(PostgresRelays.on(owner).adoptCluster()).isFalse();
  }

  @Test
  void operatorFreesTheShardsOfADeadNode() {
    Relay relay = Relay.builder(PostgresRelays.on(dataSource), "freed", sink()).build();
    // snippet: free-shards
    int freed =
        relay.freeShards(
            "node-7", new DeadLetters.Decision("ada", "the node died, and the clock was set back"));
    // end snippet
    assertThat(freed).isZero();
  }

  private void runEverything(PostgresRelays relays, PostgresDatabase fresh) {
    try (Relay relay = Relay.builder(relays, "rights", sink()).build()) {
      relay.start();
      Semel.on(PostgresStore.on(fresh.dataSource()))
          .once(
              OPEN_CASE.intent("acme", "rights-1", "noise"),
              effect -> {
                effect.publish(Event.of("case", "rights", "opened", null));
                effect.publish(Event.of("case", "rights", "refused", null));
                return "done";
              });
      Eventually.holds("one is dead", () -> relay.status().deadLetters() == 1);
      DeadLetter dead = relay.deadLetters().list(DeadLetterFilter.all(), 1).get(0);
      assertThat(
              relay
                  .deadLetters()
                  .discard(dead.event().id(), new DeadLetters.Decision("ada", "a test")))
          .isTrue();
      assertThat(relay.replay(ReplayRequest.named("rights")).published()).isEqualTo(1);
      relay.purge(OutboxRetention.of(Duration.ofDays(1)));
    }
  }
}
