package dev.semel.testing.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.RetryPolicy;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.relay.spi.RelayStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the suites have in common: an empty outbox, relays that end with the test, and counts. */
public abstract class RelayContract {
  static final String TENANT = "acme";
  static final String RELAY = "test";

  /** Long enough that no lease runs out by itself; the clock is moved where one should. */
  static final Duration LEASE = Duration.ofSeconds(60);

  static final Duration BACKOFF = Duration.ofSeconds(10);

  private final List<Relay> relays = new CopyOnWriteArrayList<>();
  private final List<RelayChange> changes = new CopyOnWriteArrayList<>();

  /** The fixture of this test class; the same one at each call. */
  protected abstract RelayFixture fixture();

  @BeforeEach
  void startEmpty() {
    fixture().reset();
  }

  @AfterEach
  void stopRelays() {
    relays.forEach(relay -> relay.stop(Duration.ZERO));
  }

  RelaySettings settings() {
    return RelaySettings.standard()
        .shards(fixture().shards())
        .lease(LEASE)
        .saveInterval(Duration.ZERO)
        .polling(new RelaySettings.Polling(Duration.ofMillis(1), Duration.ofMillis(20)))
        .retries(new RetryPolicy(3, Duration.ofDays(1), BACKOFF, BACKOFF));
  }

  ScriptedSink sink(String node) {
    return new ScriptedSink(node, fixture()::arrived);
  }

  Relay relay(String node, Sink sink) {
    return relay(node, fixture().store(node), sink, settings());
  }

  Relay relay(String node, Sink sink, RelaySettings settings) {
    return relay(node, fixture().store(node), sink, settings);
  }

  Relay relay(String node, RelayStore store, Sink sink, RelaySettings settings) {
    Relay relay =
        Relay.builder(store, RELAY, sink)
            .node(node)
            .settings(settings)
            .listener(changes::add)
            .build();
    relays.add(relay);
    return relay;
  }

  Relay started(Relay relay) {
    relay.start();
    return relay;
  }

  /** What the relays of this test told, of one kind. */
  <C extends RelayChange> List<C> told(Class<C> kind) {
    return changes.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  static Event event(String aggregate, long version) {
    return Event.of("case", aggregate, "changed", "{\"version\": " + version + "}")
        .version(version);
  }

  /** Publishes versions of an aggregate, each in a transaction of its own. */
  void publish(String aggregate, int from, int to) {
    for (int version = from; version <= to; version++) {
      publish(event(aggregate, version));
    }
  }

  void publish(Event... events) {
    try (OpenWriter writer = fixture().begin()) {
      writer.publish(TENANT, events);
      writer.commit();
    }
  }

  static Predicate<RelayedEvent> of(String aggregate) {
    return event -> event.aggregateId().equals(aggregate);
  }

  static Predicate<RelayedEvent> of(String aggregate, long version) {
    return event ->
        of(aggregate).test(event) && Long.valueOf(version).equals(event.aggregateVersion());
  }

  /** The versions of an aggregate as they arrived. */
  List<Long> versionsOf(String aggregate) {
    return fixture().arrivals().stream()
        .filter(arrival -> arrival.aggregate().equals(aggregate))
        .map(Arrival::version)
        .toList();
  }

  void awaitVersions(String aggregate, long last) {
    Eventually.holds(
        aggregate + " arrived up to " + last,
        () -> versionsOf(aggregate).contains(last),
        this::situation);
  }

  void awaitArrivals(int distinct) {
    Eventually.holds(
        distinct + " events arrived", () -> distinctArrivals() >= distinct, this::situation);
  }

  /** How the relays of this test stand, and what they told. */
  private String situation() {
    return "%d arrived; %s; told %s"
        .formatted(
            distinctArrivals(), relays.stream().map(Relay::status).toList(), List.copyOf(changes));
  }

  int distinctArrivals() {
    Set<UUID> events = new HashSet<>();
    fixture().arrivals().forEach(arrival -> events.add(arrival.event()));
    return events.size();
  }

  /** Nothing is ahead of its time: a version first arrives right after the one before it. */
  void assertOrderUnbroken() {
    Map<String, Long> last = new HashMap<>();
    List<String> broken = new ArrayList<>();
    for (Arrival arrival : fixture().arrivals()) {
      long before = last.getOrDefault(arrival.aggregate(), 0L);
      if (arrival.version() > before + 1) {
        broken.add("%s went from %d to %s".formatted(arrival.aggregate(), before, arrival));
      }
      last.merge(arrival.aggregate(), arrival.version(), Math::max);
    }
    assertThat(broken).as("gaps in the order of arrival").isEmpty();
  }

  void assertNothingTwice() {
    assertThat(fixture().arrivals()).as("arrivals").hasSize(distinctArrivals());
  }

  /** Lets every lease that was granted by now run out. */
  void letLeasesRunOut() {
    fixture().clock().advance(LEASE.plusSeconds(1));
  }
}
