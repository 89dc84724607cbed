package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Relay;
import dev.semel.testing.relay.Arrival;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import dev.semel.testing.relay.UnreliableStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who reads next: another node, the polling relay, or a relay that begins anew. */
class TakeoverIT extends StreamSupport {
  private static final long NOBODY = 0;

  private static DebeziumFixture fixture;

  @BeforeAll
  static void create() {
    fixture = DebeziumFixture.create("takeover");
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
  void oneNodeReadsAndAnotherTakesOver() {
    Relay a = streaming("a");
    Relay b = started("b");
    publish("one", 1, 10);
    awaitVersion("one", 10);
    assertThat(fixture.arrivals()).allMatch(arrival -> arrival.node().equals("a"));
    stopWhenSaved(a);
    publish("one", 11, 20);
    b.rebalance();
    awaitVersion("one", 20);
    assertOrderUnbroken("one", 20);
    assertNothingTwice();
  }

  @Test
  void aNodeThatLostItsLeaseGivesTheSlotToTheNext() {
    UnreliableStore storeOfA = new UnreliableStore(fixture.store("a"));
    Relay a = streaming("a", storeOfA.store(), sink("a"));
    publish("one", 1, 3);
    awaitVersion("one", 3);
    long readerA = readerOfTheSlot();
    storeOfA.cut("renew", "acquire");
    fixture.clock().advance(Duration.ofSeconds(61));
    Relay b = started("b");
    Eventually.holds("b has the lease", () -> "b".equals(b.status().shards().get(0).owner()));
    storeOfA.mend();
    a.rebalance();
    // The server lets nobody else in before the first has gone.
    Eventually.holds("b reads", () -> readerOfTheSlot() != readerA && readerOfTheSlot() != NOBODY);
    publish("one", 4, 6);
    awaitVersion("one", 6);
    assertOrderUnbroken("one", 6);
    assertThat(fixture.arrivals().stream().filter(arrival -> arrival.version() > 3))
        .extracting(Arrival::node)
        .containsExactly("b", "b", "b");
  }

  private static long readerOfTheSlot() {
    return fixture
        .database()
        .queryLong(
            "SELECT coalesce(max(active_pid), %d) FROM pg_replication_slots WHERE slot_name = '%s'"
                .formatted(NOBODY, SLOT));
  }

  @Test
  void aRelayThatIsForgottenLeavesNoSlotAndPollingBeginsAnew() {
    DebeziumRelays relays = fixture.relays("a").build();
    Relay relay = streaming("a", relays, sink("a"));
    publish("one", 1, 2);
    awaitVersion("one", 2);
    relay.stop(Duration.ofSeconds(20));
    assertThat(relay.forget()).isTrue();
    assertThat(relays.slotOf(RELAY).health()).isEqualTo(SlotStatus.Health.MISSING);
    assertThat(fixture.database().queryLong("SELECT count(*) FROM semel.relay_stream")).isZero();
    started("p", polling(), sink("p"));
    Eventually.holds("all came again", () -> versionsOf("one").equals(List.of(1L, 2L, 1L, 2L)));
  }

  @Test
  void aRelayThatWasForgottenByTheOtherStoreReadsTheOutboxFromItsBeginning() {
    Relay relay = streaming("a");
    publish("one", 1, 2);
    awaitVersion("one", 2);
    relay.stop(Duration.ofSeconds(20));
    polling().forget(RELAY);
    streaming("b");
    Eventually.holds("all came again", () -> versionsOf("one").equals(List.of(1L, 2L, 1L, 2L)));
  }

  /** The slot has passed what the relay that was begun anew has not. */
  @Test
  void aRelayThatPollingHasBegunAnewIsNotReadOnFromItsOldSlot() {
    Relay relay = streaming("a");
    publish("one", 1, 4);
    awaitVersion("one", 4);
    relay.stop(Duration.ofSeconds(20));
    polling().forget(RELAY);
    ScriptedSink slow =
        sink("p")
            .settledLater(event -> Objects.equals(event.aggregateVersion(), 3L), delivery -> {});
    Relay anew = started("p", polling(), slow);
    Eventually.holds("it is on its way", () -> versionsOf("one").size() == 6);
    anew.stop(Duration.ZERO);
    streaming("b");
    publish("one", 5, 5);
    awaitVersion("one", 5);
    assertThat(fixture.told(StreamChange.SlotLost.class))
        .singleElement()
        .satisfies(lost -> assertThat(lost.reason()).contains("forgotten"));
    assertThat(versionsOf("one")).startsWith(1L, 2L, 3L, 4L, 1L, 2L).endsWith(3L, 4L, 5L);
  }

  @Test
  void whatWasSkippedWhilePollingIsNotReadFromTheLog() {
    Relay relay = streaming("a");
    publish("one", 1, 2);
    awaitVersion("one", 2);
    stopWhenSaved(relay);
    publish("one", 3, 4);
    polling().skipBacklog(RELAY);
    publish("one", 5, 6);
    streaming("b");
    publish("one", 7, 7);
    awaitVersion("one", 7);
    assertThat(versionsOf("one")).containsExactly(1L, 2L, 5L, 6L, 7L);
    assertThat(fixture.told(StreamChange.SlotLost.class)).isEmpty();
  }

  @Test
  void aRelayIsReadByTheLogOrByPollingAndGoesOnWhereTheOtherStopped() {
    publish("one", 1, 2);
    pollUpTo("p1", 2);
    Relay streamed = streaming("a");
    publish("one", 3, 4);
    awaitVersion("one", 4);
    stopWhenSaved(streamed);
    publish("one", 5, 6);
    pollUpTo("p2", 6);
    publish("one", 7, 8);
    streaming("b");
    awaitVersion("one", 8);
    assertOrderUnbroken("one", 8);
    assertNothingTwice();
  }

  @Test
  void pollingGoesOnBehindWhatWasReadFromTheOutbox() {
    // So that the relay cannot have it, and reads the outbox.
    fixture
        .database()
        .query("SELECT pg_create_logical_replication_slot('" + SLOT + "', 'pgoutput')::text");
    Relay relay = started("a");
    publish("one", 1, 2);
    awaitVersion("one", 2);
    assertThat(relay.stop(Duration.ofSeconds(20))).isTrue();
    publish("one", 3, 3);
    pollUpTo("p", 3);
    assertThat(versionsOf("one")).containsExactly(1L, 2L, 3L);
  }

  /** It waits only a little for the log, so that a slow machine may need another try. */
  @Test
  void aStopSavesWhatNoMarkHasFollowedYet() {
    StreamSettings hardlyAnyMarks = StreamSettings.standard().heartbeat(Duration.ofHours(1));
    DebeziumRelays relays = fixture.relays("a").settings(hardlyAnyMarks).build();
    AtomicInteger version = new AtomicInteger();
    Eventually.holds("a stop saves it", () -> isSavedByAStop(relays, version.incrementAndGet()));
  }

  private boolean isSavedByAStop(DebeziumRelays relays, int version) {
    Relay relay = streaming("a", relays, sink("a"));
    publish("one", version, version);
    awaitVersion("one", version);
    relay.stop(Duration.ofSeconds(20));
    return relay.status().waitingEvents() == 0;
  }

  private static PostgresRelays polling() {
    return PostgresRelays.builder(fixture.database().dataSource()).clock(fixture.clock()).build();
  }

  private void pollUpTo(String node, long last) {
    Relay relay = started(node, polling(), sink(node));
    awaitVersion("one", last);
    relay.stop(Duration.ofSeconds(20));
  }
}
