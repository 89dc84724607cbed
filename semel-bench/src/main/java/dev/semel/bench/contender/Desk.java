package dev.semel.bench.contender;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.bench.work.Pools;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where a contender does its task: it writes a row that can be counted, and waits where it is told
 * to wait. Safe for use by several threads.
 */
public final class Desk implements AutoCloseable {
  /** The relay that delivers, where it is Semel's. */
  public static final String RELAY = "payments";

  private static final int CONNECTIONS = 5;
  private static final String EFFECT =
      "INSERT INTO beside.effect (key, payload, node) VALUES (?, ?, ?)";
  private static final String BUSINESS =
      "INSERT INTO beside.business (key, payload, node) VALUES (?, ?, ?)";
  private static final String ARRIVE = "INSERT INTO beside.arrival (key, node) VALUES (?, ?)";
  private static final String ENTER =
      "SELECT pg_advisory_lock_shared(hashtextextended(?, 0)), pg_advisory_unlock_all()";

  private final String node;
  private final String instance;
  private final HikariDataSource pool;
  private final DataSource aside;

  /**
   * @param instance a name that a process which comes after another one takes over from it
   * @param jdbcUrl of the connections that contenders work with, which may be tampered with
   * @param asideUrl of others, for what is no part of the task
   */
  Desk(String node, String instance, String jdbcUrl, String asideUrl) {
    this.node = node;
    this.instance = instance;
    this.pool = Pools.of(source(jdbcUrl, node), CONNECTIONS);
    this.aside = source(asideUrl, "aside");
  }

  private static DataSource source(String jdbcUrl, String applicationName) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl);
    source.setApplicationName(applicationName);
    return source;
  }

  String instance() {
    return instance;
  }

  /** Whether this process came after another one that is gone. */
  boolean isRestart() {
    return !instance.equals(node);
  }

  HikariDataSource pool() {
    return pool;
  }

  /** The gate that the delivery of a key is held up at, where the call has one of its own. */
  public static String deliveryOf(String key) {
    return "delivery of " + key;
  }

  /** The whole task, in the transaction of the caller; returns the answer to it. */
  String work(Connection connection, Call call) throws SQLException {
    waitAtGate(call);
    return pay(connection, call);
  }

  /** The whole task, in a transaction of its own. */
  String workAlone(Call call) throws SQLException {
    waitAtGate(call);
    try (Connection connection = pool.getConnection()) {
      return pay(connection, call);
    }
  }

  /** What an outbox does with an event: the task, held up at a gate of its own. */
  String deliver(Call call) throws SQLException {
    waitAt(deliveryOf(call.key()));
    try (Connection connection = pool.getConnection()) {
      return pay(connection, call);
    }
  }

  /** The same, in the transaction of the caller. */
  String deliver(Connection connection, Call call) throws SQLException {
    waitAt(deliveryOf(call.key()));
    return pay(connection, call);
  }

  /** The row that must be there once. */
  String pay(Connection connection, Call call) throws SQLException {
    insert(connection, EFFECT, call.key(), call.payload(), node);
    return "paid %s by %s".formatted(call.payload(), node);
  }

  /** A row of the caller's own, beside what the library does. */
  void note(Connection connection, Call call) throws SQLException {
    insert(connection, BUSINESS, call.key(), call.payload(), node);
  }

  /** Tells that it is here, and goes on when the gate of this node and key is open. */
  void waitAtGate(Call call) throws SQLException {
    waitAt(call.key());
  }

  private void waitAt(String gate) throws SQLException {
    try (Connection connection = aside.getConnection()) {
      insert(connection, ARRIVE, gate, node);
      try (PreparedStatement enter = connection.prepareStatement(ENTER)) {
        enter.setString(1, node + "/" + gate);
        enter.execute();
      }
    }
  }

  private static void insert(Connection connection, String sql, String... values)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        insert.setString(i + 1, values[i]);
      }
      insert.executeUpdate();
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
