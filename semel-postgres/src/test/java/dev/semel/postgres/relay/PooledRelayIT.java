package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayedEvent;
import dev.semel.testing.pgbouncer.PgBouncer;
import dev.semel.testing.pgbouncer.PgBouncerExtension;
import dev.semel.testing.pgbouncer.PoolMode;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Relays behind PgBouncer, which shares server connections between transactions. */
@ExtendWith({PgBouncerExtension.class, PostgresExtension.class})
class PooledRelayIT {
  private static final int SERVER_CONNECTIONS = 3;
  private static final int EVENTS = 60;

  private final PostgresDatabase database;
  private final List<RelayedEvent> arrived = new CopyOnWriteArrayList<>();

  PooledRelayIT(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
  }

  @Test
  void relayPublishesEachEventOnceAndChangesNoPooledSession() throws SQLException {
    Map<String, String> size = Map.of("default_pool_size", Integer.toString(SERVER_CONNECTIONS));
    try (PgBouncer pooler = PgBouncer.start(database, PoolMode.TRANSACTION, size)) {
      DataSource pooled = pooler.dataSource(Map.of("prepareThreshold", "0"));
      PostgresRelays relays = PostgresRelays.builder(pooled).direct(pooled).build();
      try (Relay relay = relay(relays);
          Connection connection = pooled.getConnection()) {
        relay.start();
        publish(connection);
        Eventually.holds("all arrive", () -> arrived.size() >= EVENTS);
        Eventually.holds("the relay stops to listen", () -> !isListening());
      }
      assertThat(changedSettings(pooled)).isEmpty();
    }
    assertThat(arrived.stream().map(RelayedEvent::key))
        .containsExactlyElementsOf(IntStream.range(0, EVENTS).mapToObj(n -> "e " + n).toList());
  }

  private static boolean isListening() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("semel-relay-pooled-notices"));
  }

  private Relay relay(PostgresRelays relays) {
    ScriptedSink sink = new ScriptedSink("a", (node, events) -> arrived.addAll(events));
    return Relay.builder(relays, "pooled", sink).build();
  }

  private void publish(Connection connection) throws SQLException {
    Semel semel = Semel.on(PostgresStore.on(database.dataSource()));
    connection.setAutoCommit(false);
    for (int n = 0; n < EVENTS; n++) {
      semel
          .within(connection)
          .publish("acme", Event.of("case", "7", "changed", "{}").keyed("e " + n));
      connection.commit();
    }
  }

  /** Of every server connection of the pooler: each is held open by a transaction. */
  private static Set<String> changedSettings(DataSource pooled) throws SQLException {
    Set<String> changed = new TreeSet<>();
    List<Connection> open = new ArrayList<>();
    try {
      for (int i = 0; i < SERVER_CONNECTIONS; i++) {
        Connection connection = pooled.getConnection();
        open.add(connection);
        connection.setAutoCommit(false);
        changed.addAll(changedSettings(connection));
      }
    } finally {
      for (Connection connection : open) {
        connection.close();
      }
    }
    return changed;
  }

  private static Set<String> changedSettings(Connection connection) throws SQLException {
    Set<String> changed = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT name || '=' || setting FROM pg_settings
                WHERE source = 'session' AND category ~ 'Query Tuning|Statement Behavior'
                  AND name NOT IN ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable')
                """)) {
      while (rows.next()) {
        changed.add(rows.getString(1));
      }
    }
    return changed;
  }
}
