package dev.semel.bench.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.JdbcEffect;
import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.work.Payments;
import dev.semel.bench.work.Samples;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Those that need no other library. */
final class Contenders {
  private static final String SOURCE = "/bench";
  private static final byte[] PAYLOAD = Samples.PAYLOAD.getBytes(UTF_8);
  private static final ConsumerSettings CONSUMER = ConsumerSettings.named("bench", Samples.TENANT);
  private static final String MARK =
      """
      INSERT INTO hand.inbox (consumer, source, message_id, received_at)
      VALUES ('bench', '/bench', ?, now())
      ON CONFLICT DO NOTHING
      """;

  private Contenders() {}

  /** Semel's, which claims a batch in one statement. */
  static Contender semel(DataSource dataSource) {
    Inbox inbox = Inbox.on(PostgresStore.on(dataSource).inbox());
    return messageIds -> {
      if (messageIds.size() == 1) {
        check(inbox.consume(CONSUMER, message(messageIds.get(0)), Contenders::apply));
      } else {
        List<Message> messages = messageIds.stream().map(Contenders::message).toList();
        inbox.consumeAll(CONSUMER, messages, Contenders::apply).forEach(Contenders::check);
      }
    };
  }

  private static Message message(String id) {
    return Message.of(SOURCE, id, PAYLOAD);
  }

  private static void apply(Message message, JdbcEffect effect) throws SQLException {
    Payments.pay(effect.connection(), Samples.NOTE);
  }

  private static void check(Consumed consumed) {
    if (!(consumed instanceof Consumed.Applied)) {
      throw new MeasurementException("a new message was not applied: " + consumed, null);
    }
  }

  /** A marker and the effect in one transaction: the least that does it. */
  static Contender byHand(DataSource dataSource) {
    return messageIds -> {
      try (Connection connection = dataSource.getConnection()) {
        connection.setAutoCommit(false);
        for (String id : messageIds) {
          mark(connection, id);
          Payments.pay(connection, Samples.NOTE);
        }
        connection.commit();
      }
    };
  }

  private static void mark(Connection connection, String messageId) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(MARK)) {
      insert.setString(1, messageId);
      if (insert.executeUpdate() != 1) {
        throw new MeasurementException("a new message was taken for a duplicate", null);
      }
    }
  }
}
