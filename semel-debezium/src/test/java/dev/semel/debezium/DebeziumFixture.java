package dev.semel.debezium;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.RelayStore;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.relay.Arrival;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.OpenWriter;
import dev.semel.testing.relay.RelayFixture;
import dev.semel.testing.relay.RelayWitness;
import dev.semel.testing.time.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A database on a server whose log can be decoded, and nodes that have a pool each. */
final class DebeziumFixture implements RelayFixture {
  private static final int CONNECTIONS_PER_NODE = 10;
  private static final String NO_NODE = "fixture";

  private final PostgresDatabase database;
  private final SettableClock clock = SettableClock.create();
  private final ConcurrentMap<String, HikariDataSource> pools = new ConcurrentHashMap<>();
  private final List<StreamChange> changes = new CopyOnWriteArrayList<>();
  private final Semel semel;
  private final RelayWitness witness;

  private DebeziumFixture(PostgresDatabase database) {
    this.database = database;
    this.semel = Semel.on(PostgresStore.builder(pool(NO_NODE)).migrate().clock(clock).build());
    this.witness = RelayWitness.in(pool(NO_NODE), semel);
  }

  static DebeziumFixture create(String hint) {
    return on(LogicalServer.shared().newDatabase(hint));
  }

  static DebeziumFixture on(PostgresDatabase database) {
    return new DebeziumFixture(database);
  }

  PostgresDatabase database() {
    return database;
  }

  private HikariDataSource pool(String node) {
    return pools.computeIfAbsent(node, this::newPool);
  }

  private HikariDataSource newPool(String node) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(node);
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(CONNECTIONS_PER_NODE);
    config.setMinimumIdle(1);
    return new HikariDataSource(config);
  }

  @Override
  public RelayStore store(String node) {
    return relays(node).build();
  }

  /** With a clock that stands still, and marks that come quickly. */
  DebeziumRelays.Builder relays(String node) {
    return relays(node, connection());
  }

  FaultProxy proxy() {
    return FaultProxy.to(database.host(), database.port());
  }

  /** The engine's connections go through the proxy, the relay's own do not. */
  RelayStore relaysVia(FaultProxy proxy) {
    DirectConnection via =
        DirectConnection.to(proxy.host(), proxy.port(), database.name(), database.user(), "any");
    return relays("via", via).build();
  }

  private DebeziumRelays.Builder relays(String node, DirectConnection connection) {
    return DebeziumRelays.builder(pool(node), connection)
        .settings(StreamSettings.standard().heartbeat(Duration.ofMillis(20)))
        .listener(this::note)
        .clock(clock);
  }

  /** Ends all sessions of this database, and returns when they have ended. */
  void cutConnections() {
    database.query(
        """
        SELECT pg_terminate_backend(pid, 60000)::text FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
        """);
    forgetConnections();
  }

  /** Connections that a crash has cut are not given out any more. */
  void forgetConnections() {
    pools.values().forEach(pool -> pool.getHikariPoolMXBean().softEvictConnections());
  }

  /** The next transaction id at that moment. */
  static long xidOf(Mark moment) {
    return Long.parseLong(OutboxPositions.text(moment).split(" ", -1)[1]);
  }

  DirectConnection connection() {
    return DirectConnection.to(
        database.host(), database.port(), database.name(), database.user(), "any");
  }

  void note(StreamChange change) {
    changes.add(change);
  }

  /** What the streams told, of one kind. */
  <C extends StreamChange> List<C> told(Class<C> kind) {
    return changes.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public int shards() {
    return 1;
  }

  Semel semel() {
    return semel;
  }

  @Override
  public SettableClock clock() {
    return clock;
  }

  @Override
  public OpenWriter begin() {
    return witness.begin();
  }

  @Override
  public void arrived(String node, List<RelayedEvent> events) {
    witness.arrived(node, events);
  }

  @Override
  public List<Arrival> arrivals() {
    return witness.arrivals();
  }

  @Override
  public long countOutbox() {
    return database.queryLong("SELECT count(*) FROM semel.outbox");
  }

  @Override
  public long countDecisions() {
    return database.queryLong("SELECT count(*) FROM semel.relay_decision");
  }

  @Override
  public void reset() {
    changes.clear();
    dropSlots();
    database.execute(
        """
        DELETE FROM semel.relay_stream;
        DELETE FROM semel.outbox;
        DELETE FROM semel.relay_shard;
        DELETE FROM semel.relay_node;
        DELETE FROM semel.relay_held;
        DELETE FROM semel.relay_decision
        """);
    witness.clear();
    clock.set(SettableClock.DEFAULT_START);
  }

  /** Whoever reads them is sent away. */
  void dropSlots() {
    Eventually.holds(
        "no slot is left",
        () -> {
          database.query(
              """
              SELECT CASE WHEN active THEN pg_terminate_backend(active_pid)::text
                     ELSE pg_drop_replication_slot(slot_name)::text END
              FROM pg_replication_slots WHERE database = current_database()
              """);
          return countSlots() == 0;
        });
  }

  private long countSlots() {
    return database.queryLong(
        "SELECT count(*) FROM pg_replication_slots WHERE database = current_database()");
  }

  @Override
  public void close() {
    dropSlots();
    pools.values().forEach(HikariDataSource::close);
    database.close();
  }
}
