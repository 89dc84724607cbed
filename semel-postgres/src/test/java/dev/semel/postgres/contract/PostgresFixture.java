package dev.semel.postgres.contract;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.EffectFailedException;
import dev.semel.IntentId;
import dev.semel.inbox.spi.InboxEngine;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.connection.CommandDataSource;
import dev.semel.postgres.environment.Environment;
import dev.semel.postgres.environment.Environments;
import dev.semel.postgres.environment.OpenEnvironment;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.spi.SemelListener;
import dev.semel.testing.contract.InboxFixture;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.time.SettableClock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import javax.sql.DataSource;

/** A database on the shared server, and nodes that have a pool each. */
final class PostgresFixture implements InboxFixture<Connection> {
  static final int CONNECTIONS_PER_NODE = 10;

  /** The connections of callers that have transactions of their own. */
  private static final String CALLERS = "callers";

  private final PostgresDatabase database;
  private final SettableClock clock = SettableClock.create();
  private final ConcurrentMap<String, HikariDataSource> pools = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, PostgresStore> stores = new ConcurrentHashMap<>();

  private final boolean shared;
  private final OpenEnvironment environment;

  /** For counting, whatever the environment is. */
  private final HikariDataSource direct;

  private PostgresFixture(PostgresDatabase database, boolean shared, OpenEnvironment environment) {
    this.database = database;
    this.shared = shared;
    this.environment = environment;
    this.direct = Environments.standard().open(database).newPool(CONNECTIONS_PER_NODE);
  }

  /**
   * Makes a database.
   *
   * @param shared whether something else than the store begins and ends transactions
   */
  static PostgresFixture create(String hint, boolean shared) {
    return create(hint, shared, Environments.standard());
  }

  /** Makes a database whose nodes and callers reach it by an environment. */
  static PostgresFixture create(String hint, boolean shared, Environment environment) {
    PostgresDatabase database = PostgresServer.shared().newDatabase(hint);
    PostgresSchema.named(database.dataSource(), PostgresSchema.DEFAULT_NAME).migrate();
    // No unique key: a second effect has to show as a second row.
    database.execute(
        """
        CREATE TABLE effect (id text NOT NULL, place bigint GENERATED ALWAYS AS IDENTITY);
        CREATE INDEX ON effect (id)
        """);
    return new PostgresFixture(database, shared, environment.open(database));
  }

  @Override
  public Engine<Connection> node(
      String name, Boundary.Observer boundaries, SemelListener... listeners) {
    PostgresStore store = stores.computeIfAbsent(name, this::newStore);
    return new Engine<>(store, name, List.of(listeners), boundaries);
  }

  @Override
  public InboxEngine<Connection> inbox(
      String name, Boundary.Observer boundaries, SemelListener... listeners) {
    PostgresStore store = stores.computeIfAbsent(name, this::newStore);
    return new InboxEngine<>(store.inbox(), List.of(listeners), boundaries);
  }

  @Override
  public long countMarkers() {
    return count("SELECT count(*) FROM semel.inbox");
  }

  @Override
  public List<String> effects() {
    return onConnection(
        direct,
        connection -> {
          List<String> effects = new ArrayList<>();
          try (PreparedStatement query =
                  connection.prepareStatement("SELECT id FROM effect ORDER BY place");
              ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
              effects.add(rows.getString(1));
            }
          }
          return effects;
        });
  }

  private PostgresStore newStore(String node) {
    DataSource connections = shared ? new CommandDataSource(pool(node)) : pool(node);
    return PostgresStore.builder(connections).clock(clock).build();
  }

  /** The connections of a node. */
  HikariDataSource pool(String node) {
    return pools.computeIfAbsent(node, this::newPool);
  }

  private HikariDataSource newPool(String node) {
    return environment.newPool(CONNECTIONS_PER_NODE);
  }

  @Override
  public SettableClock clock() {
    return clock;
  }

  @Override
  public void insertEffect(Connection transaction, String effectId) {
    try (PreparedStatement insert =
        transaction.prepareStatement("INSERT INTO effect (id) VALUES (?)")) {
      insert.setString(1, effectId);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new EffectFailedException("could not insert an effect", e);
    }
  }

  @Override
  public long countEffects(String effectId) {
    return count("SELECT count(*) FROM effect WHERE id = ?", effectId);
  }

  @Override
  public long countRecords() {
    return count("SELECT count(*) FROM semel.intent");
  }

  @Override
  public long countAudit(IntentId intent) {
    return count(
        """
        SELECT count(*) FROM semel.audit
        WHERE tenant = ? AND operation = ? AND principal = ? AND key = ?
        """,
        intent.scope().tenant(),
        intent.scope().operation(),
        Objects.requireNonNullElse(intent.scope().principal(), ""),
        intent.key());
  }

  @Override
  public long countEvents(String tenant, String aggregateId) {
    return count(
        "SELECT count(*) FROM semel.outbox WHERE tenant = ? AND aggregateid = ?",
        tenant,
        aggregateId);
  }

  private long count(String sql, String... parameters) {
    return onConnection(
        direct,
        connection -> {
          try (PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
              query.setString(i + 1, parameters[i]);
            }
            try (ResultSet row = query.executeQuery()) {
              row.next();
              return row.getLong(1);
            }
          }
        });
  }

  @Override
  public <V> V inTransaction(Function<Connection, V> work) {
    return inTransaction(work, true);
  }

  @Override
  public <V> V inRolledBackTransaction(Function<Connection, V> work) {
    return inTransaction(work, false);
  }

  private <V> V inTransaction(Function<Connection, V> work, boolean commit) {
    return onConnection(
        pool(CALLERS),
        connection -> {
          connection.setAutoCommit(false);
          V result = work.apply(connection);
          if (commit) {
            connection.commit();
          }
          return result;
        });
  }

  /** Something done on a connection of the fixture's own. */
  private interface Work<V> {
    V on(Connection connection) throws SQLException;
  }

  /** The pool rolls back what is not committed by the time it gets the connection back. */
  private static <V> V onConnection(DataSource pool, Work<V> work) {
    try (Connection connection = pool.getConnection()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw new IllegalStateException("the fixture's own transaction failed", e);
    }
  }

  @Override
  public void reset() {
    // For a few rows this is much faster than truncating tables with many indexes.
    database.execute(
        """
        DELETE FROM semel.intent;
        DELETE FROM semel.audit;
        DELETE FROM semel.recovery;
        DELETE FROM semel.outbox;
        DELETE FROM semel.inbox;
        DELETE FROM semel.inbox_message;
        DELETE FROM semel.inbox_violation;
        DELETE FROM semel.inbox_version;
        DELETE FROM effect
        """);
    clock.set(SettableClock.DEFAULT_START);
  }

  @Override
  public void close() {
    pools.values().forEach(HikariDataSource::close);
    direct.close();
    environment.close();
    database.close();
  }
}
