package dev.semel.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayListener;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.Sink;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * An outbox with events of cases, and a table into which what arrived in a topic is counted: which
 * event, of which case, which version, in which order.
 */
final class CaseEvents {
  /** Retries soon, because the tests wait for it. */
  static final RelaySettings SETTINGS =
      RelaySettings.standard().lease(Duration.ofSeconds(3)).deliveryTimeout(Duration.ofSeconds(12));

  private final PostgresDatabase database;
  private final Semel semel;

  CaseEvents(PostgresDatabase database) {
    this.database = database;
    this.semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS arrival (
          place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          topic text NOT NULL, source text NOT NULL, event uuid NOT NULL, aggregate text NOT NULL, version bigint NOT NULL)
        """);
    // A relay of a new name would publish what earlier tests have left.
    database.execute("DELETE FROM semel.outbox");
  }

  Relay relay(
      String name, String node, Sink sink, RelaySettings settings, RelayListener... listeners) {
    Relay.Builder builder =
        Relay.builder(PostgresRelays.on(database.dataSource()), name, sink)
            .node(node)
            .settings(settings);
    List.of(listeners).forEach(builder::listener);
    return builder.build();
  }

  /** Commits one transaction per version with an event of every case in it. */
  void write(String type, int cases, long firstVersion, long lastVersion) {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      for (long version = firstVersion; version <= lastVersion; version++) {
        for (int i = 0; i < cases; i++) {
          publish(connection, Event.of(type, "case-" + i, "changed", "{}").version(version));
        }
        connection.commit();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the test's own statement failed", e);
    }
  }

  /** Commits one event. */
  void write(Event event) {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      publish(connection, event);
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException("the test's own statement failed", e);
    }
  }

  private void publish(Connection connection, Event event) {
    semel.within(connection).publish("acme", event);
  }

  /** Writes down what is in the topic now, in place of what was written down before. */
  void countArrivals(KafkaCluster cluster, String topic) {
    try (Connection connection = database.connect();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO arrival (topic, source, event, aggregate, version) VALUES (?, ?, ?, ?, ?)")) {
      database.execute("DELETE FROM arrival");
      for (ConsumerRecord<String, byte[]> record : TopicLog.of(cluster, topic)) {
        insert.setString(1, topic);
        insert.setString(2, header(record, "ce_source"));
        insert.setObject(3, UUID.fromString(header(record, "ce_id")));
        insert.setString(4, record.key());
        insert.setLong(5, Long.parseLong(header(record, "ce_aggregateversion")));
        insert.addBatch();
      }
      insert.executeBatch();
    } catch (SQLException e) {
      throw new IllegalStateException("the test's own statement failed", e);
    }
  }

  private static String header(ConsumerRecord<String, byte[]> record, String name) {
    return new String(Objects.requireNonNull(record.headers().lastHeader(name)).value(), UTF_8);
  }

  /** Events of the type that are in the outbox and did not arrive. */
  long lost(String type) {
    return database.queryLong(
        """
        SELECT count(*) FROM semel.outbox o
        WHERE o.aggregatetype = ? AND NOT EXISTS (SELECT 1 FROM arrival a WHERE a.event = o.id)
        """,
        type);
  }

  /** What arrived from one source. */
  long arrived(String source) {
    return database.queryLong("SELECT count(*) FROM arrival WHERE source = ?", source);
  }

  /** Arrivals from one source beyond the first of each event. */
  long twice(String source) {
    return database.queryLong(
        "SELECT count(*) - count(DISTINCT event) FROM arrival WHERE source = ?", source);
  }

  /** Cases whose versions did not arrive in order, each counted when it first came. */
  List<String> outOfOrder() {
    return database
        .query(
            """
            SELECT DISTINCT aggregate FROM (
              SELECT aggregate, version,
                     lag(version, 1, 0::bigint) OVER (PARTITION BY aggregate ORDER BY min(place)) AS earlier
              FROM arrival GROUP BY aggregate, version) AS firsts
            WHERE version <> earlier + 1
            """)
        .stream()
        .map(row -> String.valueOf(row.get("aggregate")))
        .toList();
  }
}
