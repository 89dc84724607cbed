package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.ReplayRequest;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.HeldChange;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.ShardLease;
import dev.semel.relay.spi.ShardWrite;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A pool between the relay and the server that hands each statement to another connection. */
@ExtendWith(PostgresExtension.class)
class SharedConnectionIT {
  private static final RelayedEvent HELD =
      new RelayedEvent(
          new UUID(0, 1),
          "key",
          "acme",
          "case",
          "7",
          null,
          "opened",
          null,
          Map.of(),
          null,
          Instant.EPOCH,
          1);

  private final PostgresDatabase database;

  SharedConnectionIT(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
  }

  @Test
  void sessionContinuesOnAnotherServerProcess() throws SQLException {
    try (Connection one = database.connect();
        Connection two = database.connect();
        OutboxSession session = opened(taking(turns(one, two)))) {
      Mark first = session.mark(null);
      assertThat(session.mark(first)).isNotNull();
    }
  }

  @Test
  void plannerSettingsEndWithTheStatement() throws SQLException {
    PostgresRelays.on(database.dataSource()).setUp("shared", 1, RelaySettings.Start.OLDEST);
    Cursor start = PostgresCursor.at(PostgresMark.BEGINNING);
    try (Connection only = database.connect();
        OutboxSession session = opened(taking(only))) {
      String before = changedSettings(only);
      session.read(start, session.mark(null), Set.of(0), 1, 10);
      session.readRange(ReplayRequest.named("again"), 0, session.mark(null), 1, 10);
      session.write("shared", List.of(write(HELD)), true);
      assertThat(changedSettings(only)).isEqualTo(before);
    }
  }

  /** A pooler hides that the server was restarted; its numbers may have been assigned again. */
  @Test
  void positionOfAnEarlierServerRunIsNeitherReadNorSaved() {
    RelayParts parts = partsOn(database.dataSource());
    ServerRun earlier = new ServerRun("an earlier run");
    PostgresRelays.on(database.dataSource()).setUp("run", 1, RelaySettings.Start.OLDEST);
    ShardLease lease =
        PostgresRelays.on(database.dataSource())
            .acquire("run", "node", Duration.ofMinutes(1), 1)
            .get(0)
            .lease();
    ShardWrite position =
        new ShardWrite(
            lease, PostgresCursor.at(new PostgresMark(new Snapshot("9:9:"), 9, 9)), List.of());
    assertThatThrownBy(() -> new OutboxReader(parts, earlier).mark(null))
        .hasMessageContaining("restarted");
    assertThatThrownBy(() -> new HeldEvents(parts, earlier).write("run", List.of(position), true))
        .hasMessageContaining("restarted");
    assertThat(
            database.queryLong("SELECT max(seen_seq) FROM semel.relay_shard WHERE relay = 'run'"))
        .isZero();
  }

  @Test
  void relayPublishesOverAPoolOfOne() throws SQLException {
    Semel semel = Semel.on(PostgresStore.on(database.dataSource()));
    List<RelayedEvent> arrived = new CopyOnWriteArrayList<>();
    ScriptedSink sink = new ScriptedSink("a", (node, events) -> arrived.addAll(events));
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setDataSource(database.dataSource());
      pool.setMaximumPoolSize(1);
      pool.setConnectionTimeout(Duration.ofSeconds(15).toMillis());
      try (Relay relay = Relay.builder(PostgresRelays.on(pool), "one", sink).build();
          Connection connection = database.connect()) {
        relay.start();
        connection.setAutoCommit(false);
        for (int n = 1; n <= 3; n++) {
          semel.within(connection).publish("acme", Event.of("case", "7", "changed", "{}"));
          connection.commit();
          int expected = n;
          Eventually.holds("an event arrives", () -> arrived.size() == expected);
          assertThat(relay.status().shards()).isNotEmpty();
        }
      }
    }
  }

  private static ShardWrite write(RelayedEvent failed) {
    return new ShardWrite(
        new ShardLease(0, 1), null, List.of(new HeldChange.Parks(failed, 1, "refused")));
  }

  private static String changedSettings(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT coalesce(string_agg(name || '=' || setting, ', ' ORDER BY name), '') FROM pg_settings WHERE source = 'session' AND name <> 'transaction_isolation'")) {
      row.next();
      return row.getString(1);
    }
  }

  private static OutboxSession opened(DataSource source) {
    return PostgresSession.open(partsOn(source), ConnectionBudget.of(source));
  }

  private static RelayParts partsOn(DataSource source) {
    return new RelayParts(source, "\"semel\"", null, null);
  }

  private static DataSource taking(Connection connection) {
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> connection);
  }

  /** Each statement goes to the next of these. */
  private static Connection turns(Connection... connections) {
    Deque<Connection> waiting = new ArrayDeque<>(List.of(connections));
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                waiting.addLast(waiting.removeFirst());
              }
              try {
                return method.invoke(waiting.getFirst(), arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
