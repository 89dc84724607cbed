package dev.semel.debezium.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.debezium.DebeziumRelays;
import dev.semel.debezium.DirectConnection;
import dev.semel.debezium.LogicalServer;
import dev.semel.debezium.SlotStatus;
import dev.semel.debezium.StreamChange;
import dev.semel.debezium.StreamSettings;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The snippets of the guide on Debezium, run by a role that has the rights which it names. */
class DebeziumGuideIT {
  private static final String RIGHTS =
      """
      -- snippet: debezium-rights
      CREATE PUBLICATION semel_outbox FOR TABLE semel.outbox WITH (publish = 'insert');
      ALTER ROLE casework_relay REPLICATION;
      GRANT USAGE ON SCHEMA semel TO casework_relay;
      GRANT SELECT ON semel.outbox, semel.outbox_seq_seq TO casework_relay;
      GRANT SELECT, INSERT, UPDATE, DELETE ON semel.relay_shard, semel.relay_node, semel.relay_held TO casework_relay;
      GRANT INSERT ON semel.relay_decision TO casework_relay;
      GRANT SELECT, INSERT, UPDATE, DELETE ON semel.relay_stream TO casework_relay;
      -- end snippet
      """;

  private final List<RelayedEvent> sent = new CopyOnWriteArrayList<>();
  private final Sink sink = new ScriptedSink("a", (node, events) -> sent.addAll(events));
  private final List<StreamChange> changes = new CopyOnWriteArrayList<>();

  @Test
  void theRelayOfTheGuideRunsWithTheRightsOfTheGuide() throws SQLException {
    try (PostgresDatabase database = LogicalServer.shared().newDatabase("guide")) {
      Semel semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
      database.execute("CREATE ROLE casework_relay LOGIN");
      database.execute(RIGHTS);
      run(database, semel);
      database.execute("DROP OWNED BY casework_relay; DROP ROLE casework_relay");
    }
  }

  private void run(PostgresDatabase database, Semel semel) throws SQLException {
    DataSource dataSource = database.dataSource(Map.of("user", "casework_relay"));
    String host = database.host();
    int port = database.port();
    String password = "secret";
    // snippet: debezium
    DirectConnection direct =
        DirectConnection.to(host, port, "casework", "casework_relay", password);
    // end snippet
    assertThat(direct.toString()).doesNotContain(password);
    direct = DirectConnection.to(host, port, database.name(), "casework_relay", password);
    // snippet: debezium-relay
    DebeziumRelays relays =
        DebeziumRelays.builder(dataSource, direct)
            .settings(StreamSettings.standard().heartbeat(Duration.ofSeconds(1)))
            .listener(change -> changes.add(change))
            .build();
    Relay relay = Relay.builder(relays, "cases", sink).settings(DebeziumRelays.settings()).build();
    relay.start();
    // end snippet
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      semel.within(connection).publish("acme", Event.of("case", "7", "opened", null));
      connection.commit();
    }
    Eventually.holds("it is sent", () -> sent.size() == 1);
    Eventually.holds(
        "the log is read",
        () -> changes.stream().anyMatch(StreamChange.Streaming.class::isInstance));
    // snippet: debezium-slot
    SlotStatus slot = relays.slotOf("cases");
    boolean good = slot.health() == SlotStatus.Health.GOOD;
    long kept = slot.retainedBytes();
    // end snippet
    assertThat(good).isTrue();
    assertThat(kept).isNotNegative();
    relay.stop(Duration.ofSeconds(20));
    assertThat(relay.forget()).isTrue();
  }
}
