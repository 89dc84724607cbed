package dev.semel.testing.broker;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.WorkSettings;
import dev.semel.inbox.spi.InboxStore;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayListener;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.Sink;
import dev.semel.relay.spi.RelayStore;
import dev.semel.spi.Store;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The database at both ends of a broker: events that are published, and a row for each message that
 * was applied. Rows have no unique key, so a message that is applied twice shows.
 *
 * <p><b>Guarantee.</b> It counts what is committed. <b>Order.</b> That of applying. <b>Threads.</b>
 * May be used by several at once.
 */
public final class Ledger {
  /** A consumer that tries a message three times, soon after each other. */
  public static final ConsumerSettings CONSUMER =
      ConsumerSettings.named("ledger", "acme")
          .retrying(RetryPolicy.standard().within(Duration.ofMillis(500)))
          .working(
              WorkSettings.standard()
                  .attempts(3)
                  .backoff(Duration.ofMillis(5), Duration.ofMillis(50)));

  private final PostgresDatabase database;
  private final Semel semel;
  private final InboxStore<Connection> inboxes;
  private final RelayStore relays;

  /**
   * Begins an empty one: removes all that the database's outbox, its relays and its inbox have.
   *
   * @param database whose schema {@code semel} is set up
   * @param store in that database, as are the others
   */
  public Ledger(
      PostgresDatabase database,
      Store<Connection> store,
      InboxStore<Connection> inboxes,
      RelayStore relays) {
    this.database = database;
    this.semel = Semel.on(store);
    this.inboxes = inboxes;
    this.relays = relays;
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS applied
          (seq bigserial, event_id text, aggregate text, version bigint);
        TRUNCATE applied, semel.outbox, semel.relay_shard, semel.relay_node, semel.relay_held,
          semel.inbox, semel.inbox_message, semel.inbox_violation, semel.inbox_version
        """);
  }

  /** An inbox, as another process would have it. */
  public Inbox inbox() {
    return Inbox.on(inboxes);
  }

  /** An inbox that is still to be set. */
  public Inbox.Builder inboxBuilder() {
    return Inbox.builder(inboxes);
  }

  /** A new relay that gives up on an event after one attempt. */
  public Relay relay(Sink sink, RelayListener... listeners) {
    RelaySettings settings =
        RelaySettings.standard().retries(RetryPolicy.standard().attempts(1)).shards(4);
    Relay.Builder builder = Relay.builder(relays, "r" + UUID.randomUUID(), sink).settings(settings);
    List.of(listeners).forEach(builder::listener);
    return builder.build();
  }

  /** Events of so many aggregates with so many versions each, the aggregates interleaved. */
  public void publish(String type, int aggregates, int versions) throws SQLException {
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

  /** Events, in one transaction. */
  public void publish(List<Event> events) throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      semel.within(connection).publish("acme", events.toArray(Event[]::new));
      connection.commit();
    }
  }

  /** The effect of a message: a row. */
  public void apply(Message message, JdbcEffect effect) throws SQLException {
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

  /** How many rows there are. */
  public long applied() {
    return database.queryLong("SELECT count(*) FROM applied");
  }

  /** How many rows there are beyond the first of each message. */
  public long appliedTwice() {
    return database.queryLong("SELECT count(*) - count(DISTINCT event_id) FROM applied");
  }

  /** How often an aggregate was not followed version by version. */
  public long outOfOrder() {
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
