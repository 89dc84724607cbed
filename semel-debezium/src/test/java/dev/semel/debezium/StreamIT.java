package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.Event;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.Delivery;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.spi.StoreException;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.OpenWriter;
import dev.semel.testing.relay.ScriptedSink;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is read, and how. */
class StreamIT extends StreamSupport {
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

  private static DebeziumFixture fixture;

  @BeforeAll
  static void create() {
    fixture = DebeziumFixture.create("stream");
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Override
  DebeziumFixture fixture() {
    return fixture;
  }

  @Test
  void whatWasCommittedBeforeThereWasASlotIsNotSkipped() {
    publish("old", 1, 3);
    try (OpenWriter open = fixture.begin()) {
      open.publish("acme", event("slow", 1));
      started("a");
      awaitVersion("old", 3);
      assertThat(versionsOf("slow")).isEmpty();
      open.commit();
    }
    publish("old", 4, 6);
    awaitVersion("old", 6);
    awaitVersion("slow", 1);
    Eventually.holds("slot", () -> !fixture.told(StreamChange.Streaming.class).isEmpty());
    publish("old", 7, 7);
    awaitVersion("old", 7);
    assertOrderUnbroken("old", 7);
    assertNothingTwice();
  }

  @Test
  void anEventThatItsOwnTransactionDeletesIsPublished() throws SQLException {
    streaming("a");
    try (Connection connection = fixture.database().connect()) {
      connection.setAutoCommit(false);
      fixture.semel().within(connection).publish("acme", event("brief", 1));
      try (Statement delete = connection.createStatement()) {
        delete.execute("DELETE FROM semel.outbox");
      }
      connection.commit();
    }
    awaitVersion("brief", 1);
    assertThat(fixture.countOutbox()).isZero();
  }

  @Test
  void eventsAreTheSameAsThoseOfThePollingRelay() {
    List<RelayedEvent> streamed = new CopyOnWriteArrayList<>();
    List<RelayedEvent> polled = new CopyOnWriteArrayList<>();
    streaming("a", fixture.store("a"), new ScriptedSink("a", (node, all) -> streamed.addAll(all)));
    Relay other =
        Relay.builder(
                PostgresRelays.on(fixture.database().dataSource()),
                "polling",
                new ScriptedSink("b", (node, all) -> polled.addAll(all)))
            .build();
    try (OpenWriter writer = fixture.begin()) {
      writer.publish(
          "acme",
          Event.of("case", "7", "opened", "{\"a\": [1, \"ü\", null], \"b\": 1.50}")
              .version(1)
              .keyed("opened 7")
              .headers(Map.of("trace", "x \"y\"")),
          Event.of("person", "8", "moved", null));
      writer.commit();
    }
    other.start();
    Eventually.holds("all came by both ways", () -> streamed.size() == 2 && polled.size() == 2);
    other.stop(Duration.ofSeconds(10));
    assertThat(streamed).containsExactlyInAnyOrderElementsOf(polled);
  }

  @Test
  void aRelayWhoseSessionIsCutBeginsAnewFromWhatWasSaved() {
    streaming("a");
    publish("one", 1, 10);
    awaitVersion("one", 10);
    fixture.cutConnections();
    publish("one", 11, 20);
    awaitVersion("one", 20);
    Eventually.holds(
        "another stream is read", () -> fixture.told(StreamChange.Streaming.class).size() >= 2);
    publish("one", 21, 30);
    awaitVersion("one", 30);
    assertOrderUnbroken("one", 30);
    assertThat(fixture.told(StreamChange.SlotLost.class)).isEmpty();
  }

  @Test
  void eventsThatWaitWhenTheSessionIsCutArePublished() {
    List<Delivery> underWay = new CopyOnWriteArrayList<>();
    ScriptedSink sink = sink("a").settledLater(of("one"), underWay::add);
    streaming("a", fixture.store("a"), sink);
    publish("one", 1, 1);
    Eventually.holds("the first is on its way", () -> underWay.size() == 1);
    publish("one", 2, 2);
    publish("two", 1, 1);
    awaitVersion("two", 1);
    fixture.cutConnections();
    sink.forget();
    sink.take(underWay);
    awaitVersion("one", 2);
    assertOrderUnbroken("one", 2);
  }

  @Test
  void theOutboxIsReadInTheSessionOfTheRelay() {
    // So that the relay cannot have it, and reads the outbox.
    fixture
        .database()
        .query("SELECT pg_create_logical_replication_slot('" + SLOT + "', 'pgoutput')::text");
    DebeziumRelays relays =
        DebeziumRelays.builder(fixture.database().dataSource(), fixture.connection()).build();
    relays.setUp(RELAY, 1, RelaySettings.Start.OLDEST);
    OwnedShard shard = relays.acquire(RELAY, "a", Duration.ofMinutes(1), 1).get(0);
    Set<Integer> only = Set.of(shard.lease().shard());
    try (OutboxSession session = relays.open()) {
      Mark mark = session.mark(null);
      session.read(shard.cursor(), mark, only, 1, 10);
      fixture.cutConnections();
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> session.read(shard.cursor(), mark, only, 1, 10));
    } finally {
      relays.leave(RELAY, "a");
    }
  }

  /** As when its connections are cut. The clock stands still, so a failed attempt is never due. */
  @Test
  void aRecorderThatFailsTwiceHoldsNothingBack() {
    AtomicInteger failures = new AtomicInteger(2);
    ScriptedSink sink =
        new ScriptedSink(
            "a",
            (node, events) -> {
              if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("on purpose");
              }
              fixture.arrived(node, events);
            });
    streaming("a", fixture.store("a"), sink);
    publish("one", 1, 3);
    awaitVersion("one", 3);
    assertOrderUnbroken("one", 3);
    assertNothingTwice();
  }

  /** The engine waits about a minute for each name that is taken. */
  @Test
  void metricsThatAnEngineHasLeftBehindDoNotHoldUpTheNext() throws JMException {
    ObjectName streaming = leaveMetricsBehind("streaming");
    ObjectName snapshot = leaveMetricsBehind("snapshot");
    try {
      streaming("a");
      publish("one", 1, 3);
      awaitVersion("one", 3);
    } finally {
      BEANS.unregisterMBean(streaming);
      BEANS.unregisterMBean(snapshot);
    }
  }

  private static ObjectName leaveMetricsBehind(String context) throws JMException {
    ObjectName name =
        new ObjectName(
            "debezium.postgres:type=connector-metrics,context=%s,server=%s"
                .formatted(context, SLOT));
    BEANS.registerMBean(new StandardMBean(() -> {}, Runnable.class), name);
    return name;
  }

  @Test
  void aTransactionLargerThanMemoryIsReadBitByBit() {
    ScriptedSink sink = sink("a");
    DebeziumRelays relays =
        fixture
            .relays("a")
            .settings(StreamSettings.standard().heartbeat(Duration.ofMillis(20)).maxEvents(10))
            .build();
    RelaySettings small = settings().memory(new RelaySettings.Memory(10, 20, 5, 100));
    relay("a", relays, sink, small).start();
    Eventually.holds("log", () -> !fixture.told(StreamChange.Streaming.class).isEmpty());
    sink.keepAll();
    try (OpenWriter writer = fixture.begin()) {
      for (int i = 1; i <= 400; i++) {
        writer.publish("acme", event("part " + i % 20, 1 + (i - 1) / 20));
      }
      writer.commit();
    }
    Eventually.holds("there is no room for another page", () -> sink.keptCount() > 10);
    sink.letGo();
    awaitVersion("part 0", 20);
    Eventually.holds("all arrived", () -> fixture.arrivals().size() == 400);
    assertThat(sink.mostKept()).isLessThanOrEqualTo(20);
    for (int i = 0; i < 20; i++) {
      assertOrderUnbroken("part " + i, 20);
    }
  }

  /** Publishing, failing, parking, redriving and replaying, on an outbox that refuses updates. */
  @Test
  void noRowOfTheOutboxIsEverUpdated() {
    fixture
        .database()
        .execute(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN RAISE 'the outbox is not to be updated'; END $$;
            CREATE TRIGGER refuse BEFORE UPDATE ON semel.outbox
              FOR EACH ROW EXECUTE FUNCTION refuse()
            """);
    try {
      ScriptedSink sink = sink("a").when(of("bad"), delivery -> delivery.refused("too large"));
      Relay relay = streaming("a", fixture.store("a"), sink);
      publish("bad", 1, 2);
      publish("good", 1, 2);
      awaitVersion("good", 2);
      Eventually.holds("a dead letter", () -> relay.status().deadLetters() == 1);
      sink.forget();
      relay
          .deadLetters()
          .redrive(DeadLetterFilter.all(), 10, new DeadLetters.Decision("ada", "mended"));
      awaitVersion("bad", 2);
      assertOrderUnbroken("bad", 2);
      assertNothingTwice();
    } finally {
      fixture.database().execute("DROP FUNCTION refuse() CASCADE");
    }
  }

  @Test
  void relaysOnTheSameConnectionsAreKeptApart() {
    DebeziumRelays relays = fixture.relays("a").build();
    List<RelayedEvent> seen = new CopyOnWriteArrayList<>();
    ScriptedSink second = new ScriptedSink("b", (node, all) -> seen.addAll(all));
    started("a", relays, sink("a"));
    Relay other = Relay.builder(relays, "other", second).settings(settings()).build();
    other.start();
    publish("one", 1, 20);
    awaitVersion("one", 20);
    Eventually.holds("the other has them", () -> seen.size() == 20);
    other.stop(Duration.ofSeconds(20));
    assertThat(seen).extracting(RelayedEvent::aggregateVersion).isSorted();
    assertNothingTwice();
  }

  @Test
  void moreThanOneShardIsRefused() {
    Relay relay = relay("a", fixture.store("a"), sink("a"), RelaySettings.standard());
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(relay::start)
        .withMessageContaining("configure 1");
  }

  @Test
  void whoMayNotMakeThePublicationIsToldTheStatement() {
    fixture
        .database()
        .execute(
            """
            CREATE ROLE reader_of_logs LOGIN REPLICATION;
            GRANT USAGE ON SCHEMA semel TO reader_of_logs;
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA semel TO reader_of_logs;
            GRANT SELECT ON ALL SEQUENCES IN SCHEMA semel TO reader_of_logs
            """);
    try {
      DebeziumRelays relays =
          DebeziumRelays.builder(
                  fixture.database().dataSource(Map.of("user", "reader_of_logs")),
                  fixture.connection())
              .publication("not_there")
              .build();
      Relay relay = relay("a", relays, sink("a"), settings());
      assertThatExceptionOfType(ConfigurationException.class)
          .isThrownBy(relay::start)
          .withMessageContaining(
              "CREATE PUBLICATION \"not_there\" FOR TABLE \"semel\".outbox WITH (publish ="
                  + " 'insert')");
    } finally {
      fixture.database().execute("DROP OWNED BY reader_of_logs; DROP ROLE reader_of_logs");
    }
  }
}
