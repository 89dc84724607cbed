package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Delivery;
import dev.semel.relay.Relay;
import dev.semel.relay.spi.Mark;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.net.RequestFate;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a slot, and of what it keeps. */
class SlotIT extends StreamSupport {
  private static DebeziumFixture fixture;

  @BeforeAll
  static void create() {
    fixture = DebeziumFixture.create("slot");
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
  void anIdleOutboxHoldsBackNoLogOnABusyDatabase() {
    DebeziumRelays relays = fixture.relays("a").build();
    streaming("a", relays, sink("a"));
    long written = logBytes();
    writeOtherLog(20_000);
    long busy = logBytes() - written;
    assertThat(busy).isGreaterThan(8_000_000);
    Eventually.holds(
        "the slot has moved on", () -> relays.slotOf(RELAY).unconfirmedBytes() < busy / 4);
  }

  private static long logBytes() {
    return fixture
        .database()
        .queryLong("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint");
  }

  @Test
  void aSlotThatKeepsTooMuchLogIsReportedUntilItDoesNoMore() {
    DebeziumRelays relays =
        fixture
            .relays("a")
            .settings(
                StreamSettings.standard().heartbeat(Duration.ofMillis(20)).maxLagBytes(4_000_000))
            .build();
    ScriptedSink sink = sink("a");
    sink.keepAll();
    Relay relay = streaming("a", relays, sink);
    publish("stuck", 1, 1);
    Eventually.holds("it is on its way", () -> sink.keptCount() == 1);
    writeOtherLog(20_000);
    Eventually.holds(
        "it is reported",
        () -> {
          relay.rebalance();
          return !fixture.told(StreamChange.SlotLagging.class).isEmpty();
        });
    assertThat(relays.slotOf(RELAY).health()).isEqualTo(SlotStatus.Health.LAGGING);
    sink.letGo();
    Eventually.holds(
        "it has recovered",
        () -> {
          // The server lets go of log where it has written down which transactions run.
          fixture.database().execute("CHECKPOINT");
          relay.rebalance();
          return !fixture.told(StreamChange.SlotRecovered.class).isEmpty();
        });
    assertThat(fixture.told(StreamChange.SlotLagging.class)).hasSize(1);
  }

  @Test
  void aSlotStaysBehindWhatIsNotSettled() {
    List<Delivery> first = new CopyOnWriteArrayList<>();
    List<Delivery> second = new CopyOnWriteArrayList<>();
    ScriptedSink sink =
        sink("a").settledLater(of("first"), first::add).settledLater(of("second"), second::add);
    Relay relay = streaming("a", fixture.store("a"), sink);
    publish("first", 1, 1);
    Eventually.holds("it is on its way", () -> first.size() == 1);
    publish("second", 1, 1);
    Eventually.holds("it is on its way", () -> second.size() == 1);
    publish("third", 1, 1);
    awaitVersion("third", 1);
    sink.take(first);
    Eventually.holds("the slot has passed the first", SlotIT::isAtTheFirst);
    relay.stop(Duration.ZERO);
    streaming("b");
    awaitVersion("second", 1);
    assertThat(fixture.told(StreamChange.SlotLost.class)).isEmpty();
  }

  private static boolean isAtTheFirst() {
    return fixture
            .database()
            .queryLong(
                """
                SELECT count(*)
                FROM semel.relay_stream AS r
                JOIN pg_replication_slots AS p ON p.slot_name = r.slot AND p.confirmed_flush_lsn = r.passed_lsn
                JOIN semel.outbox AS o ON o.seq = r.passed_seq AND o.aggregateid = 'first'
                """)
        == 1;
  }

  @Test
  void aSlotThatWasDroppedIsReportedAndNothingIsLost() {
    Relay first = streaming("a");
    publish("one", 1, 3);
    awaitVersion("one", 3);
    stopWhenSaved(first);
    fixture.dropSlots();
    publish("one", 4, 6);
    streaming("b");
    publish("one", 7, 9);
    awaitVersion("one", 9);
    assertThat(fixture.told(StreamChange.SlotLost.class))
        .extracting(StreamChange.SlotLost::reason)
        .containsExactly("it is gone");
    assertOrderUnbroken("one", 9);
    assertNothingTwice();
  }

  @Test
  void aSlotThatWasMovedOnByOthersIsFoundOutAndNothingIsLost() {
    Relay first = streaming("a");
    publish("one", 1, 3);
    awaitVersion("one", 3);
    first.stop(Duration.ofSeconds(20));
    publish("one", 4, 6);
    Eventually.holds("the server has released the slot", SlotIT::isReleased);
    fixture
        .database()
        .query("SELECT pg_replication_slot_advance('" + SLOT + "', pg_current_wal_lsn())::text");
    streaming("b");
    publish("one", 7, 7);
    awaitVersion("one", 7);
    assertThat(fixture.told(StreamChange.SlotLost.class)).hasSize(1);
    assertOrderUnbroken("one", 7);
  }

  /** The server learns a moment later than the relay that nobody reads the slot any more. */
  private static boolean isReleased() {
    return fixture
            .database()
            .queryLong(
                "SELECT count(*) FROM pg_replication_slots WHERE slot_name = '%s' AND NOT active"
                    .formatted(SLOT))
        == 1;
  }

  @Test
  void aSlotThatIsTakenAwayWhileItIsReadIsMadeAnewAndNothingIsLost() {
    streaming("a");
    publish("one", 1, 3);
    awaitVersion("one", 3);
    fixture.dropSlots();
    publish("one", 4, 6);
    awaitVersion("one", 6);
    awaitSecondSlot();
    publish("one", 7, 9);
    awaitVersion("one", 9);
    assertOrderUnbroken("one", 9);
  }

  private static void awaitSecondSlot() {
    Eventually.holds(
        "another slot", () -> fixture.told(StreamChange.SlotCreated.class).size() >= 2);
  }

  /**
   * The engine asks for its slot twice, and makes one by itself where it finds none. The second
   * time it waits for a transaction of its own meanwhile.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aSlotThatVanishesWhileTheEngineStartsIsMadeAnewAndNothingIsLost(int question) {
    AtomicInteger questions = new AtomicInteger();
    try (FaultProxy proxy = fixture.proxy()) {
      proxy.watchRequests(
          sql -> {
            if (sql.contains("pg_replication_slots") && questions.incrementAndGet() == question) {
              fixture.dropSlots();
              proxy.heal();
            }
            return RequestFate.pass();
          });
      started("a", fixture.relaysVia(proxy), sink("a"));
      publish("one", 1, 3);
      awaitSecondSlot();
      publish("one", 4, 6);
      awaitVersion("one", 6);
      assertOrderUnbroken("one", 6);
      stopRelays();
    }
  }

  @Test
  void aSlotOfSomebodyElseIsLeftAlone() {
    fixture
        .database()
        .query("SELECT pg_create_logical_replication_slot('" + SLOT + "', 'pgoutput')::text");
    started("a");
    Eventually.holds("told", () -> !fixture.told(StreamChange.StreamFailed.class).isEmpty());
    assertThat(fixture.told(StreamChange.StreamFailed.class).get(0).reason())
        .contains("SELECT pg_drop_replication_slot('" + SLOT + "')");
    publish("one", 1, 2);
    awaitVersion("one", 2);
    fixture.dropSlots();
    Eventually.holds("made", () -> !fixture.told(StreamChange.SlotCreated.class).isEmpty());
  }

  /** So the mark, and whatever was looked at before, is on disk when it comes in the log. */
  @Test
  void aMarkIsWrittenByTheTransactionThatLooked() {
    DataSource dataSource = fixture.database().dataSource();
    Slots slots =
        new Slots(
            new Database(dataSource, "semel"),
            PostgresRelays.on(dataSource)::look,
            "semel_outbox",
            Long.MAX_VALUE);
    slots.checkServer();
    slots.create(SLOT);
    Mark mark = slots.emit(SLOT);
    long writer =
        fixture
            .database()
            .queryLong(
                """
                SELECT xid::text::bigint
                FROM pg_logical_slot_peek_binary_changes(?, NULL, NULL, 'proto_version', '1',
                       'publication_names', 'semel_outbox', 'messages', 'true')
                WHERE get_byte(data, 0) = ascii('M')
                """,
                SLOT);
    assertThat(DebeziumFixture.xidOf(mark)).isLessThanOrEqualTo(writer);
  }
}
