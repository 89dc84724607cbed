package dev.semel.postgres.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import dev.semel.relay.RelayedEvent;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import dev.semel.testing.time.SettableClock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A node that takes the relay over, publishes what there is, and stops: broken at each of its
 * requests. None is lost, and none overtakes another of its aggregate.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredRelayIT {
  private static final String NAME = "explored";
  private static final int EVENTS = 3;
  private static final Duration LEASE = Duration.ofMinutes(10);
  private static final RelaySettings SETTINGS =
      RelaySettings.standard()
          .shards(1)
          .lease(LEASE)
          .saveInterval(Duration.ZERO)
          .polling(new RelaySettings.Polling(LEASE, LEASE));
  private static final Operation<String, String> OPEN =
      Operation.named("open").taking(Fingerprinter.text()).answering(Codec.text());

  private final PostgresDatabase database;
  private final SettableClock clock = SettableClock.create();
  private final Semel semel;
  private final PostgresRelays direct;
  private final Map<DataSource, HikariDataSource> pools = new ConcurrentHashMap<>();
  private final Map<DataSource, PostgresRelays> relays = new ConcurrentHashMap<>();

  ExploredRelayIT(PostgresDatabase database) {
    this.database = database;
    DataSource own = pools.computeIfAbsent(database.dataSource(), ExploredRelayIT::pooled);
    this.semel = Semel.on(PostgresStore.builder(own).migrate().clock(clock).build());
    this.direct = PostgresRelays.builder(own).clock(clock).build();
    database.execute(
        """
        CREATE TABLE arrival (
          place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          aggregate text NOT NULL, version bigint NOT NULL)
        """);
  }

  @Test
  void aNodeThatPublishesWhatThereIs(CrashExplorer explorer) {
    explorer
        .clock(clock, LEASE.multipliedBy(2))
        .atBothEnds(
            CrashFault.STATEMENT_TIMEOUT,
            CrashFault.SERIALIZATION_FAILURE,
            CrashFault.DEADLOCK,
            CrashFault.DUPLICATE,
            CrashFault.CLOCK_JUMP)
        // At least once: what was published and not saved arrives again.
        .ignoring("public.arrival")
        // A node that could not take its leave is forgotten when its lease is over.
        .ignoring("semel.relay_node")
        .preparing((it, key) -> openCase(key))
        .check("none is lost, none waits, none is held", this::isAllPassed)
        .explore(this::publishAll);
  }

  private Object publishAll(Trial trial) {
    if (direct.status(NAME).nodes().stream().anyMatch(ExploredRelayIT::isAlive)) {
      throw new IllegalStateException("another node has the shard, or may have it");
    }
    AtomicReference<Relay> running = new AtomicReference<>();
    Set<String> arrivedNow = ConcurrentHashMap.newKeySet();
    ScriptedSink sink = new ScriptedSink("a", (node, events) -> arrived(events, arrivedNow));
    Relay relay =
        Relay.builder(relays(trial), NAME, sink)
            .settings(SETTINGS)
            .listener(change -> lookAgain(change, running.get()))
            .build();
    running.set(relay);
    try (relay) {
      relay.start();
      Eventually.holds("all arrived or were passed over", () -> isOver(trial.key(), arrivedNow));
    }
    if (direct.status(NAME).waitingEvents() > 0) {
      throw new IllegalStateException("published and not saved");
    }
    return versionsOf(trial.key());
  }

  /** As in a service: the connections are of a pool, and the schema is looked at once. */
  private PostgresRelays relays(Trial trial) {
    HikariDataSource pool = pools.computeIfAbsent(trial.dataSource(), ExploredRelayIT::pooled);
    return relays.computeIfAbsent(
        pool, source -> PostgresRelays.builder(source).clock(clock).build());
  }

  private static HikariDataSource pooled(DataSource source) {
    HikariDataSource pool = new HikariDataSource();
    pool.setDataSource(source);
    pool.setMaximumPoolSize(4);
    pool.setMinimumIdle(0);
    return pool;
  }

  @AfterEach
  void closePools() {
    pools.values().forEach(HikariDataSource::close);
  }

  /** What was passed and did not arrive is lost: nobody waits for it, and the check finds out. */
  private boolean isOver(String aggregate, Set<String> arrivedNow) {
    return arrivedNow.contains(lastOf(aggregate)) || direct.status(NAME).waitingEvents() == 0;
  }

  private static String lastOf(String aggregate) {
    return aggregate + "/" + EVENTS;
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

  private static boolean isAlive(RelayStatus.Node node) {
    return node.sinceSeen().compareTo(LEASE) < 0;
  }

  /** Whoever could not take its leave in the trial before is forgotten by now. */
  private void openCase(String aggregate) {
    clock.advance(LEASE.multipliedBy(2));
    semel.once(
        OPEN.intent("acme", aggregate, "x"),
        effect -> {
          for (int version = 1; version <= EVENTS; version++) {
            effect.publish(Event.of("case", aggregate, "changed", null).version(version));
          }
          return "opened";
        });
  }

  private void arrived(List<RelayedEvent> events, Set<String> arrivedNow) {
    write(events);
    events.forEach(event -> arrivedNow.add(event.aggregateId() + "/" + event.aggregateVersion()));
  }

  private void write(List<RelayedEvent> events) {
    try (Connection connection = database.connect();
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

  /** In the order in which each arrived first. */
  private List<Long> versionsOf(String aggregate) {
    return database
        .query(
            "SELECT version FROM arrival WHERE aggregate = ? GROUP BY version ORDER BY min(place)",
            aggregate)
        .stream()
        .map(row -> (Long) row.get("version"))
        .toList();
  }

  private void isAllPassed(PostgresDatabase ignored, String key) {
    RelayStatus status = direct.status(NAME);
    assertThat(status.waitingEvents()).isZero();
    assertThat(status.heldEvents()).isZero();
    assertThat(status.deadLetters()).isZero();
    assertThat(versionsOf(key)).containsExactly(1L, 2L, 3L);
  }
}
