package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.RetryPolicy;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.relay.spi.RelayStore;
import dev.semel.testing.relay.Arrival;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.OpenWriter;
import dev.semel.testing.relay.ScriptedSink;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the tests of streams have in common: relays that end with the test, and counts. */
abstract class StreamSupport {
  static final String RELAY = "test";
  static final String SLOT = "semel_test";

  private final List<Relay> relays = new CopyOnWriteArrayList<>();

  abstract DebeziumFixture fixture();

  @BeforeEach
  void startEmpty() {
    fixture().reset();
  }

  @AfterEach
  void stopRelays() {
    relays.forEach(relay -> relay.stop(Duration.ZERO));
  }

  static RelaySettings settings() {
    return DebeziumRelays.settings()
        .lease(Duration.ofSeconds(60))
        .saveInterval(Duration.ZERO)
        .polling(new RelaySettings.Polling(Duration.ofMillis(1), Duration.ofMillis(20)))
        .retries(
            new RetryPolicy(2, Duration.ofDays(1), Duration.ofMillis(1), Duration.ofMillis(1)));
  }

  ScriptedSink sink(String node) {
    return new ScriptedSink(node, fixture()::arrived);
  }

  Relay relay(String node, RelayStore store, Sink sink, RelaySettings settings) {
    Relay relay = Relay.builder(store, RELAY, sink).node(node).settings(settings).build();
    relays.add(relay);
    return relay;
  }

  Relay started(String node) {
    return started(node, fixture().store(node), sink(node));
  }

  Relay started(String node, RelayStore store, Sink sink) {
    Relay relay = relay(node, store, sink, settings());
    relay.start();
    return relay;
  }

  /** Starts a relay, and waits until it reads the log. */
  Relay streaming(String node, RelayStore store, Sink sink) {
    int before = fixture().told(StreamChange.Streaming.class).size();
    Relay relay = started(node, store, sink);
    Eventually.holds(
        "the log is read", () -> fixture().told(StreamChange.Streaming.class).size() > before);
    return relay;
  }

  Relay streaming(String node) {
    return streaming(node, fixture().store(node), sink(node));
  }

  /** Stops a relay when all that it has published is saved: a stop waits only a little for that. */
  static void stopWhenSaved(Relay relay) {
    Eventually.holds("all is saved", () -> relay.status().waitingEvents() == 0);
    assertThat(relay.stop(Duration.ofSeconds(20))).isTrue();
  }

  static Event event(String aggregate, long version) {
    return Event.of("case", aggregate, "changed", "{\"version\": " + version + "}")
        .version(version);
  }

  void publish(String aggregate, int from, int to) {
    for (int version = from; version <= to; version++) {
      try (OpenWriter writer = fixture().begin()) {
        writer.publish("acme", event(aggregate, version));
        writer.commit();
      }
    }
  }

  static Predicate<RelayedEvent> of(String aggregate) {
    return event -> event.aggregateId().equals(aggregate);
  }

  List<Long> versionsOf(String aggregate) {
    return fixture().arrivals().stream()
        .filter(arrival -> arrival.aggregate().equals(aggregate))
        .map(Arrival::version)
        .toList();
  }

  void awaitVersion(String aggregate, long last) {
    Eventually.holds(
        aggregate + " arrived up to " + last, () -> versionsOf(aggregate).contains(last));
  }

  /** Each version first arrives right after the one before it. */
  void assertOrderUnbroken(String aggregate, long last) {
    long before = 0;
    for (long version : versionsOf(aggregate)) {
      assertThat(version).as("after %d of %s", before, aggregate).isLessThanOrEqualTo(before + 1);
      before = Math.max(before, version);
    }
    assertThat(before).as("the last of %s", aggregate).isEqualTo(last);
  }

  void assertNothingTwice() {
    Set<UUID> events = new HashSet<>();
    fixture().arrivals().forEach(arrival -> events.add(arrival.event()));
    assertThat(fixture().arrivals()).hasSize(events.size());
  }

  /** Writes log that has nothing to do with the outbox. */
  void writeOtherLog(int rows) {
    fixture()
        .database()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS busy (id bigint, filling text);
            INSERT INTO busy SELECT n, repeat('x', 500) FROM generate_series(1, %d) AS n
            """
                .formatted(rows));
  }
}
