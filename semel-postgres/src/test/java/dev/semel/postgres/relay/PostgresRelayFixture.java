package dev.semel.postgres.relay;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.RelayStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.relay.Arrival;
import dev.semel.testing.relay.OpenWriter;
import dev.semel.testing.relay.RelayFixture;
import dev.semel.testing.relay.RelayWitness;
import dev.semel.testing.time.SettableClock;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A database on the shared server, and nodes that have a pool each. */
final class PostgresRelayFixture implements RelayFixture {
  private static final int CONNECTIONS_PER_NODE = 10;
  private static final String NO_NODE = "fixture";

  private final PostgresDatabase database;
  private final SettableClock clock = SettableClock.create();
  private final ConcurrentMap<String, HikariDataSource> pools = new ConcurrentHashMap<>();
  private final Semel semel;
  private final RelayWitness witness;

  private PostgresRelayFixture(PostgresDatabase database) {
    this.database = database;
    this.semel = Semel.on(PostgresStore.builder(pool(NO_NODE)).migrate().clock(clock).build());
    this.witness = RelayWitness.in(pool(NO_NODE), semel);
  }

  static PostgresRelayFixture create(String hint) {
    return new PostgresRelayFixture(PostgresServer.shared().newDatabase(hint));
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
    return PostgresRelays.builder(pool(node)).clock(clock).build();
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
    database.execute(
        """
        DELETE FROM semel.outbox;
        DELETE FROM semel.relay_shard;
        DELETE FROM semel.relay_node;
        DELETE FROM semel.relay_held;
        DELETE FROM semel.relay_decision
        """);
    witness.clear();
    clock.set(SettableClock.DEFAULT_START);
  }

  @Override
  public void close() {
    pools.values().forEach(HikariDataSource::close);
    database.close();
  }
}
