package dev.semel.postgres.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.RetryPolicy;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/**
 * A shelf: each message puts one thing on it, with an audit entry and an event, so that a second
 * effect shows.
 */
final class InboxSupport {
  static final RetryPolicy PATIENT =
      new RetryPolicy(1_000, Duration.ofMinutes(2), Duration.ofNanos(1_000), Duration.ofMillis(20));

  static final ConsumerSettings SHELF =
      ConsumerSettings.named("shelf", "acme").retrying(PATIENT).patience(Duration.ofMinutes(1));

  private static final Duration AWAIT_LIMIT = Duration.ofSeconds(60);

  final PostgresDatabase database;

  InboxSupport(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS thing (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, message_id text NOT NULL)
        """);
  }

  static Inbox inbox(DataSource dataSource) {
    return Inbox.on(PostgresStore.on(dataSource).inbox());
  }

  Inbox inbox() {
    return inbox(database.dataSource());
  }

  static Message newMessage() {
    String id = UUID.randomUUID().toString();
    return Message.of("orders", id, id.getBytes(StandardCharsets.UTF_8));
  }

  static List<Message> newMessages(int count) {
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      messages.add(newMessage());
    }
    return messages;
  }

  /** The effect: one thing, one audit entry, one event. */
  static void put(Message message, JdbcEffect effect) throws SQLException {
    try (PreparedStatement insert =
        effect.connection().prepareStatement("INSERT INTO thing (message_id) VALUES (?)")) {
      insert.setString(1, message.id().id());
      insert.executeUpdate();
    }
    effect.audit("PUT", message.id().id(), null);
    effect.publish(Event.of("thing", message.id().id(), "Put", "{}"));
  }

  /** Effect, audit entry, event and marker of each message are there so many times. */
  void assertThere(List<Message> messages, long times) {
    for (Message message : messages) {
      String id = message.id().id();
      var row =
          database
              .query(
                  """
                  SELECT (SELECT count(*) FROM thing WHERE message_id = ?) AS things,
                         (SELECT count(*) FROM semel.audit WHERE key = ?) AS audits,
                         (SELECT count(*) FROM semel.outbox WHERE aggregateid = ?) AS events,
                         (SELECT count(*) FROM semel.inbox WHERE message_id = ?) AS markers
                  """,
                  id,
                  id,
                  id,
                  id)
              .get(0);
      assertThat(row.values()).as("what is there of %s", id).allMatch(count -> count.equals(times));
    }
  }

  /** Waits for something that another thread or the server brings about. */
  static void await(String what, BooleanSupplier condition) {
    long startNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - startNanos > AWAIT_LIMIT.toNanos()) {
        throw new AssertionError("did not come about within " + AWAIT_LIMIT + ": " + what);
      }
      Thread.onSpinWait();
    }
  }
}
