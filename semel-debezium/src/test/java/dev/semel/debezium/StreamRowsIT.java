package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.ShardLease;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who may change what is kept of a relay, and whom it belongs to. */
class StreamRowsIT {
  private static final String RELAY = "rows";
  private static final Duration LEASE = Duration.ofSeconds(60);

  private static DebeziumFixture fixture;
  private static PostgresRelays relays;
  private static StreamRows rows;

  @BeforeAll
  static void create() {
    fixture = DebeziumFixture.create("rows");
    relays = PostgresRelays.builder(fixture.database().dataSource()).clock(fixture.clock()).build();
    rows = new StreamRows(new Database(fixture.database().dataSource(), "semel"), relays::look);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @BeforeEach
  void setUp() {
    fixture.reset();
    relays.setUp(RELAY, 1, RelaySettings.Start.OLDEST);
    rows.create(RELAY, "semel_rows");
  }

  private static ShardLease acquired(String node) {
    return relays.acquire(RELAY, node, LEASE, 1).get(0).lease();
  }

  private static ShardLease streaming(String node) {
    ShardLease lease = acquired(node);
    assertThat(rows.creating(RELAY, lease)).isTrue();
    assertThat(rows.streaming(RELAY, lease)).isNotNull();
    return lease;
  }

  @Test
  void whoLostTheLeaseChangesNothing() {
    ShardLease late = streaming("a");
    assertThat(rows.passed(RELAY, late, null, "0/1")).isTrue();
    StreamRow before = rows.read(RELAY);
    fixture.clock().advance(LEASE.plusSeconds(1));
    ShardLease current = acquired("b");
    assertThat(rows.passed(RELAY, late, null, "0/2")).isFalse();
    assertThat(rows.streaming(RELAY, late)).isNull();
    assertThat(rows.creating(RELAY, late)).isFalse();
    assertThat(rows.read(RELAY)).isEqualTo(before);
    assertThat(rows.passed(RELAY, current, null, "0/2")).isTrue();
  }

  @Test
  void whatIsKeptOfARelayIsOfAnotherOnceItWasForgotten() {
    streaming("a");
    assertThat(rows.read(RELAY).isOfAnother()).isFalse();
    relays.forget(RELAY);
    assertThat(rows.read(RELAY).isOfAnother()).isTrue();
    relays.setUp(RELAY, 1, RelaySettings.Start.OLDEST);
    assertThat(rows.read(RELAY).isOfAnother()).isTrue();
    streaming("b");
    assertThat(rows.read(RELAY).isOfAnother()).isFalse();
  }

  /** So the moment is on disk as soon as the row is. */
  @Test
  void theMomentAtWhichAStreamBeginsIsOfTheTransactionThatSavesIt() {
    ShardLease lease = acquired("a");
    assertThat(rows.creating(RELAY, lease)).isTrue();
    Mark begin = rows.streaming(RELAY, lease);
    assertThat(begin).isNotNull();
    long saver = fixture.database().queryLong("SELECT xmin::text::bigint FROM semel.relay_stream");
    assertThat(DebeziumFixture.xidOf(begin)).isLessThanOrEqualTo(saver);
  }

  @Test
  void lastPassedEventIsSaved() {
    ShardLease lease = acquired("a");
    assertThat(rows.creating(RELAY, lease)).isTrue();
    Mark begin = rows.streaming(RELAY, lease);
    assertThat(begin).isNotNull();
    StreamCursor event = new StreamCursor(1, OutboxPositions.at(begin), 3, 5, 7);
    assertThat(rows.passed(RELAY, lease, event, null)).isTrue();
    assertThat(rows.read(RELAY).passedXid()).isEqualTo(5);
    assertThat(rows.read(RELAY).passedSeq()).isEqualTo(7);
  }
}
