package dev.semel.nats;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.WorkSettings;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.Sink;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** The database at both ends: events that are published, and a row for each that was applied. */
final class Ledger {
  static final ConsumerSettings CONSUMER =
      ConsumerSettings.named("ledger", "acme")
          .retrying(RetryPolicy.standard().within(Duration.ofMillis(500)))
          .working(
              WorkSettings.standard()
                  .attempts(3)
                  .backoff(Duration.ofMillis(5), Duration.ofMillis(50)));

  private final PostgresDatabase database;
  private final DataSource dataSource;
  private final PostgresStore store;

  Ledger(PostgresDatabase database) {
    this.database = database;
    this.dataSource = database.dataSource();
    this.store = PostgresStore.builder(dataSource).migrate().build();
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS applied
          (seq bigserial, event_id text, aggregate text, version bigint);
        TRUNCATE applied, semel.outbox, semel.relay_shard, semel.relay_node, semel.relay_held,
          semel.inbox, semel.inbox_message, semel.inbox_violation, semel.inbox_version
        """);
  }

  Inbox inbox() {
    return Inbox.on(store.inbox());
  }

  Inbox.Builder inboxBuilder() {
    return Inbox.builder(store.inbox());
  }

  /** A relay that gives up on an event after one attempt. */
  Relay relay(Sink sink) {
    RelaySettings settings =
        RelaySettings.standard().retries(RetryPolicy.standard().attempts(1)).shards(4);
    return Relay.builder(PostgresRelays.on(dataSource), "r" + UUID.randomUUID(), sink)
        .settings(settings)
        .build();
  }

  /** Events of so many aggregates with so many versions each, the aggregates interleaved. */
  void publish(String type, int aggregates, int versions) throws SQLException {
    List<Event> events = new ArrayList<>();
    for (int version = 1; version <= versions; version++) {
      for (int aggregate = 0; aggregate < aggregates; aggregate++) {
        events.add(
            Event.of(type, type + "-" + aggregate, "changed", "{\"n\": %d}".formatted(version))
                .version(version));
      }
    }
    publish(events);
  }

  void publish(List<Event> events) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      Semel.on(store).within(connection).publish("acme", events.toArray(Event[]::new));
      connection.commit();
    }
  }

  void apply(Message message, JdbcEffect effect) throws SQLException {
    try (PreparedStatement insert =
        effect
            .connection()
            .prepareStatement(
                "INSERT INTO applied (event_id, aggregate, version) VALUES (?, ?, ?)")) {
      insert.setString(1, message.id().id());
      insert.setString(2, message.key());
      insert.setObject(3, message.version());
      insert.executeUpdate();
    }
  }

  long applied() {
    return database.queryLong("SELECT count(*) FROM applied");
  }

  long appliedTwice() {
    return database.queryLong("SELECT count(*) - count(DISTINCT event_id) FROM applied");
  }

  /** How often an aggregate was not followed version by version. */
  long outOfOrder() {
    return database.queryLong(
        """
        SELECT count(*)
          FROM (SELECT version - coalesce(lag(version) OVER (PARTITION BY aggregate ORDER BY seq), 0)
                         AS step
                  FROM applied) AS steps
         WHERE step <> 1
        """);
  }
}
