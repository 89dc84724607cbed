package dev.semel.bench.beside;

import dev.semel.bench.measure.MeasurementException;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where one entry meets its plights: a database of its own, nodes that are started when they are
 * first needed, and gates that hold them up. For one thread.
 */
final class Theatre implements AutoCloseable {
  /** Whatever must happen has happened by then, on a slow machine too. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration LOOK_INTERVAL = Duration.ofMillis(20);
  private static final String CLOSE_GATE = "SELECT pg_advisory_lock(hashtextextended(?, 0))";
  private static final String COUNT_ARRIVALS =
      "SELECT count(*) FROM beside.arrival WHERE key = ? AND node = ?";
  private static final String COUNT_WAITING =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ? AND wait_event_type = 'Lock'
      """;

  private final Entry entry;
  private final Timing timing;
  private final PostgresDatabase database;
  private final Map<String, Node> nodes = new HashMap<>();
  private @Nullable Redis redis;

  Theatre(Entry entry, Timing timing, PostgresDatabase database) {
    this.entry = entry;
    this.timing = timing;
    this.database = database;
  }

  Entry entry() {
    return entry;
  }

  /** The node of this name, started if it does not run. */
  Node node(String name) {
    return nodes.computeIfAbsent(name, n -> Node.start(entry.kind(), n, n, database, redisPort()));
  }

  private int redisPort() {
    if (!entry.kind().needsRedis()) {
      return 0;
    }
    if (redis == null) {
      redis = Redis.start();
    }
    return redis.port();
  }

  /** A node that is started now, beside others. */
  Node freshNode(String name) {
    return startAs(name, name);
  }

  /** A node that is started now, as the one that was there before: an application's restart. */
  Node restartedNode(String name, String before) {
    return startAs(name, before);
  }

  private Node startAs(String name, String instance) {
    Node old = nodes.remove(name);
    if (old != null) {
      old.close();
    }
    Node node = Node.start(entry.kind(), name, instance, database, redisPort());
    nodes.put(name, node);
    return node;
  }

  /** Stops all nodes in an orderly way. */
  void clear() {
    nodes.values().forEach(Node::close);
    nodes.clear();
  }

  /** Kills a node; the next of its name is another process. */
  void kill(Node node) {
    nodes.remove(node.name());
    node.kill();
  }

  /** Holds up a node in the middle of work on a key, until the gate is opened. */
  Gate closeGate(String node, String key) {
    try {
      Connection connection = database.connect();
      try (PreparedStatement close = connection.prepareStatement(CLOSE_GATE)) {
        close.setString(1, node + "/" + key);
        close.execute();
      }
      return new Gate(connection);
    } catch (SQLException e) {
      throw new MeasurementException("a gate could not be closed", e);
    }
  }

  /** In the way until it is opened. */
  static final class Gate implements AutoCloseable {
    private @Nullable Connection connection;

    private Gate(Connection connection) {
      this.connection = connection;
    }

    /** Lets everybody go on. Doing it twice changes nothing. */
    void open() {
      Connection held = connection;
      connection = null;
      if (held == null) {
        return;
      }
      try {
        held.close();
      } catch (SQLException e) {
        throw new MeasurementException("a gate could not be opened", e);
      }
    }

    @Override
    public void close() {
      open();
    }
  }

  long effects(String key) {
    return database.queryLong(CommittedRow.EFFECT.countOfKey(), key);
  }

  long businessRows(String key) {
    return database.queryLong(CommittedRow.BUSINESS.countOfKey(), key);
  }

  /** How often somebody got into the middle of work on a key. */
  long arrivals(String key) {
    return database.queryLong("SELECT count(*) FROM beside.arrival WHERE key = ?", key);
  }

  /** How many connections of a node wait inside the database for somebody else. */
  long waitingConnections(String node) {
    return database.queryLong(COUNT_WAITING, node);
  }

  /** Returns when a node is in the middle of work on a key. */
  void awaitArrival(Node node, String key) {
    require(
        PATIENCE,
        () -> database.queryLong(COUNT_ARRIVALS, key, node.name()) > 0,
        "nobody works on " + key);
  }

  /** Returns when a row of a key is there that its writer may not know of. */
  void awaitRow(CommittedRow row, String key) {
    require(
        PATIENCE, () -> database.queryLong(row.countOfKey(), key) > 0, "no row in " + row.table());
  }

  /** Whether so many effects are there in time. */
  boolean hasEffects(String key, long effects, Duration limit) {
    return becomes(limit, () -> effects(key) >= effects);
  }

  /** Waits until the library has nothing more to do, by its own books, and then a little. */
  void settle() {
    becomes(PATIENCE, () -> entry.pending(database) == 0);
    pause(timing.settling());
  }

  static void pause(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  /** Returns when something is so, and fails if it is not in time. */
  static void require(Duration limit, BooleanSupplier condition, String otherwise) {
    if (!becomes(limit, condition)) {
      throw new MeasurementException(
          String.format(Locale.ROOT, "%s after %d s", otherwise, limit.toSeconds()), null);
    }
  }

  private static boolean becomes(Duration limit, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_INTERVAL.toMillis()));
    }
    return true;
  }

  @Override
  public void close() {
    clear();
    if (redis != null) {
      redis.close();
    }
  }
}
