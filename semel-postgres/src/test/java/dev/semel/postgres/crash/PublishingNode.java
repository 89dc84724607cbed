package dev.semel.postgres.crash;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import dev.semel.relay.RelayedEvent;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.StepBrokenException;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import dev.semel.testing.time.SettableClock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A node that takes the relay over, publishes all there is of an aggregate, and stops. What it
 * publishes arrives in a table. Safe for use by several threads.
 */
final class PublishingNode implements CrashHandler, AutoCloseable {
  static final String RELAY = "explored";
  static final int EVENTS = 3;
  static final String LAST_ARRIVES = "the last event arrives";
  static final Duration LEASE = Duration.ofMinutes(10);

  private static final RelaySettings SETTINGS =
      RelaySettings.standard()
          .shards(1)
          .lease(LEASE)
          .saveInterval(Duration.ZERO)
          .polling(new RelaySettings.Polling(LEASE, LEASE));

  private final SettableClock clock;
  private final @Nullable DataSource outside;
  private final Map<DataSource, HikariDataSource> pools = new ConcurrentHashMap<>();
  private final Map<DataSource, PostgresRelays> relays = new ConcurrentHashMap<>();

  /** In a process that is to be killed, which has one way to the database. */
  PublishingNode() {
    this.clock = SettableClock.create();
    this.outside = null;
  }

  /**
   * @param outside where it looks at the relay, and where events arrive: what is no step of its own
   */
  PublishingNode(SettableClock clock, DataSource outside) {
    this.clock = clock;
    this.outside = outside;
  }

  @Override
  public Object handle(Trial trial) throws SQLException {
    if (outside == null) {
      clock.set(lastRecorded(trial.dataSource()));
      return publishAll(trial, trial.dataSource());
    }
    return publishAll(trial, outside);
  }

  /** What the clock showed when the events were made: a process cannot see the one of the test. */
  private static Instant lastRecorded(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT max(recorded_at) FROM semel.outbox")) {
      row.next();
      return row.getObject(1, OffsetDateTime.class).toInstant();
    }
  }

  private Object publishAll(Trial trial, DataSource look) throws SQLException {
    PostgresRelays direct = relays(look);
    if (direct.status(RELAY).nodes().stream().anyMatch(PublishingNode::isAlive)) {
      throw new IllegalStateException("another node has the shard, or may have it");
    }
    AtomicReference<Relay> running = new AtomicReference<>();
    Set<String> arrivedNow = ConcurrentHashMap.newKeySet();
    ScriptedSink sink =
        new ScriptedSink(
            "a",
            (node, events) -> {
              send(events, trial, look);
              events.forEach(event -> arrivedNow.add(place(event)));
            });
    Relay relay =
        Relay.builder(relays(trial.dataSource()), RELAY, sink)
            .settings(SETTINGS)
            .listener(change -> lookAgain(change, running.get()))
            .build();
    running.set(relay);
    try (relay) {
      relay.start();
      // What was passed and did not arrive is lost: nobody waits for it, and the check finds out.
      Eventually.holds(
          "all arrived or were passed over",
          () -> arrivedNow.contains(lastOf(trial)) || direct.status(RELAY).waitingEvents() == 0);
    }
    if (direct.status(RELAY).waitingEvents() > 0) {
      throw new IllegalStateException("published and not saved");
    }
    return versionsOf(trial.key(), look);
  }

  private static boolean isAlive(RelayStatus.Node node) {
    return node.sinceSeen().compareTo(LEASE) < 0;
  }

  /**
   * It would look at its leases again when a third of one is over. If it was given a shard and did
   * not hear of it, that is free when the whole of it is over.
   */
  private void lookAgain(RelayChange change, @Nullable Relay relay) {
    if (change instanceof RelayChange.StoreUnavailable && relay != null) {
      clock.advance(LEASE.multipliedBy(2));
      relay.rebalance();
    }
  }

  /** What is last is a step. A sink that lost its connection sends again. */
  private static void send(List<RelayedEvent> events, Trial trial, DataSource look) {
    if (events.stream().noneMatch(event -> place(event).equals(lastOf(trial)))) {
      write(events, look);
      return;
    }
    try {
      trial.step(LAST_ARRIVES, () -> write(events, look));
    } catch (StepBrokenException broken) {
      write(events, look);
    }
  }

  private static void write(List<RelayedEvent> events, DataSource look) {
    try (Connection connection = look.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO arrival (aggregate, version) VALUES (?, ?)")) {
      for (RelayedEvent event : events) {
        insert.setString(1, event.aggregateId());
        insert.setObject(2, event.aggregateVersion());
        insert.addBatch();
      }
      insert.executeBatch();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String place(RelayedEvent event) {
    return event.aggregateId() + "/" + event.aggregateVersion();
  }

  private static String lastOf(Trial trial) {
    return trial.key() + "/" + EVENTS;
  }

  /** In the order in which each arrived first. */
  static List<Long> versionsOf(String aggregate, DataSource look) throws SQLException {
    try (Connection connection = look.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                """
                SELECT version FROM arrival WHERE aggregate = ?
                GROUP BY version ORDER BY min(place)
                """)) {
      select.setString(1, aggregate);
      List<Long> versions = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          versions.add(rows.getLong(1));
        }
      }
      return versions;
    }
  }

  /** As in a service: the connections are of a pool, and the schema is looked at once. */
  PostgresRelays relays(DataSource source) {
    return relays.computeIfAbsent(
        source, it -> PostgresRelays.builder(pool(it)).clock(clock).build());
  }

  private HikariDataSource pool(DataSource source) {
    return pools.computeIfAbsent(source, PublishingNode::pooled);
  }

  private static HikariDataSource pooled(DataSource source) {
    HikariDataSource pool = new HikariDataSource();
    pool.setDataSource(source);
    pool.setMaximumPoolSize(4);
    pool.setMinimumIdle(0);
    return pool;
  }

  @Override
  public void close() {
    pools.values().forEach(HikariDataSource::close);
  }
}
