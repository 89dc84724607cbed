package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.Event;
import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.ReadPage;
import dev.semel.spi.StoreException;
import dev.semel.testing.relay.OpenWriter;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The seam between the outbox and the log, with a log that is written by hand. */
class LogReaderIT {
  private static final long STREAM = 1;
  private static final int LIMIT = 10;
  private static final long UNSEEN_XID = Integer.MAX_VALUE;

  private static DebeziumFixture fixture;

  private final Inlet inlet = new Inlet(LIMIT);
  private OutboxSession outbox;
  private LogReader reader;
  private StreamCursor at;

  @BeforeAll
  static void create() {
    fixture = DebeziumFixture.create("reader");
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @BeforeEach
  void beginEmpty() {
    fixture.reset();
    outbox = PostgresRelays.on(fixture.database().dataSource()).open();
    Mark now = laterMark();
    reader = new LogReader(inlet, STREAM, OutboxPositions.at(now), () -> {});
    at = StreamCursor.inTable(STREAM, OutboxPositions.at(now), 0);
  }

  @AfterEach
  void closeSession() {
    outbox.close();
  }

  /** Other than all before it: a transaction has ended since. */
  private Mark laterMark() {
    fixture.database().queryLong("SELECT pg_current_xact_id()::text::bigint");
    return outbox.mark(null);
  }

  private static void publish(String aggregate) {
    try (OpenWriter writer = fixture.begin()) {
      writer.publish("acme", Event.of("case", aggregate, "changed", null));
      writer.commit();
    }
  }

  private StreamCursor read(LogReader.Beginning beginning, int events) {
    ReadPage page = reader.read(outbox, beginning, at, LIMIT);
    assertThat(page.events()).hasSize(events);
    at = (StreamCursor) page.after();
    return at;
  }

  private void bringMark() throws InterruptedException {
    inlet.offer(new LogItem.Marked(Map.of(), laterMark()), 0);
    reader.passOld();
  }

  /** Of a transaction that is not in the outbox. */
  private void bringEvent() throws InterruptedException {
    bringEvent(1);
  }

  private void bringEvent(long sequence) throws InterruptedException {
    RelayedEvent event =
        new RelayedEvent(
            UUID.randomUUID(),
            "key",
            "acme",
            "case",
            "7",
            null,
            "changed",
            null,
            Map.of(),
            null,
            Instant.EPOCH,
            sequence);
    inlet.offer(new LogItem.Inserted(Map.of(), UNSEEN_XID, event), 0);
  }

  @Test
  void marksAreNotSavedWhileAPageOfTheOutboxIsUnderWay() throws InterruptedException {
    publish("one");
    LogReader.Beginning beginning = new LogReader.Beginning(0, laterMark(), 0, 0);
    StreamCursor page = read(beginning, 1);
    read(beginning, 0);
    bringMark();
    assertThat(reader.idle().isNothing()).isTrue();
    reader.saved(page);
    assertThat(reader.idle().mark()).isNotNull();
  }

  @Test
  void anEventOfALostSlotDoesNotStandForThePageOfTheOutboxBehindIt() throws InterruptedException {
    LogReader.Beginning first = new LogReader.Beginning(0, laterMark(), 0, 0);
    read(first, 0);
    bringEvent();
    StreamCursor ofTheLog = read(first, 1);
    publish("one");
    LogReader.Beginning second = new LogReader.Beginning(inlet.nextGeneration(), laterMark(), 0, 0);
    StreamCursor ofTheOutbox = read(second, 1);
    read(second, 0);
    bringMark();
    reader.saved(ofTheLog);
    assertThat(reader.idle().isNothing()).isTrue();
    reader.saved(ofTheOutbox);
    assertThat(reader.idle().mark()).isNotNull();
  }

  @Test
  void positionsInTheLogOfALostSlotAreForgotten() throws InterruptedException {
    LogReader.Beginning first = new LogReader.Beginning(0, laterMark(), 0, 0);
    read(first, 0);
    bringEvent();
    StreamCursor event = read(first, 1);
    bringMark();
    assertThat(reader.upTo(event).offset()).isNotNull();
    read(new LogReader.Beginning(inlet.nextGeneration(), laterMark(), 0, 0), 0);
    assertThat(reader.upTo(event).offset()).isNull();
  }

  @Test
  void aPositionBehindAnEmptyPageSettlesThePageBeforeIt() throws InterruptedException {
    publish("one");
    LogReader.Beginning unknown = new LogReader.Beginning(0, null, 0, 0);
    read(unknown, 1);
    publish("two");
    fixture.database().execute("DELETE FROM semel.outbox");
    StreamCursor empty = read(unknown, 0);
    LogReader.Beginning beginning = new LogReader.Beginning(0, laterMark(), 0, 0);
    StreamCursor atTheSeam = read(beginning, 0);
    assertThat(atTheSeam).isNotEqualTo(empty);
    read(beginning, 0);
    bringMark();
    reader.saved(atTheSeam);
    assertThat(reader.idle().mark()).isNotNull();
  }

  @Test
  void nothingBehindAnEventThatIsNotSettledIsSaved() throws InterruptedException {
    LogReader.Beginning beginning = new LogReader.Beginning(0, laterMark(), 0, 0);
    StreamCursor beforeTheEvent = read(beginning, 0);
    bringEvent();
    StreamCursor theEvent = read(beginning, 1);
    bringMark();
    assertThat(reader.upTo(beforeTheEvent).mark()).isNull();
    assertThat(reader.upTo(beforeTheEvent).offset()).isNull();
    assertThat(reader.upTo(theEvent).mark()).isNotNull();
    assertThat(reader.upTo(theEvent).offset()).isNotNull();
  }

  @Test
  void onlyTheRestOfATransactionThatWasPassedInPartIsRead() throws InterruptedException {
    LogReader.Beginning beginning = new LogReader.Beginning(0, laterMark(), UNSEEN_XID, 2);
    read(beginning, 0);
    bringEvent(1);
    bringEvent(2);
    bringEvent(3);
    assertThat(read(beginning, 1).seq()).isEqualTo(3);
  }

  @Test
  void theLogIsNotFollowedIfTheSessionIsLostBeforeAllIsOnDisk() {
    Mark now = laterMark();
    LogReader cutOff =
        new LogReader(inlet, STREAM, OutboxPositions.at(now), fixture::cutConnections);
    LogReader.Beginning beginning = new LogReader.Beginning(0, now, 0, 0);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> cutOff.read(outbox, beginning, at, LIMIT));
  }
}
