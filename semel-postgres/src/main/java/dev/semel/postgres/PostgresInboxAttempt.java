package dev.semel.postgres;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.PayloadHash;
import dev.semel.inbox.spi.InboxAttempt;
import dev.semel.inbox.spi.InboxClaim;
import dev.semel.inbox.spi.InboxSettlement;
import dev.semel.inbox.spi.SeenMessage;
import dev.semel.inbox.spi.SeenVersion;
import dev.semel.jdbc.GuardedConnection;
import dev.semel.jdbc.NamedSql;
import dev.semel.postgres.InboxFlights.Part;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A batch of messages on one connection.
 *
 * <pre>
 * claim    BEGIN; look at all, try-lock the first new one     one flight
 * effects  the handler's statements
 * settle   audit; events; markers; versions; COMMIT           one flight
 * </pre>
 *
 * <p>If any statement of the last flight fails, the server skips the rest of it, COMMIT included.
 */
final class PostgresInboxAttempt implements InboxAttempt<Connection> {
  private static final AttemptEnd.Words WORDS =
      new AttemptEnd.Words("handler", "message", "recorded_at");

  private final StoreParts parts;
  private final ClaimSql claim;
  private final InboxFlights flights;
  private final AttemptTransaction transaction;
  private final AttemptEnd end;
  private @Nullable Instant transactionAt;
  private boolean begun;
  private boolean over;

  PostgresInboxAttempt(
      StoreParts parts, ClaimSql claim, InboxFlights flights, AttemptTransaction transaction) {
    this.parts = parts;
    this.claim = claim;
    this.flights = flights;
    this.transaction = transaction;
    this.end = new AttemptEnd(transaction, WORDS);
  }

  @Override
  public Connection transaction() {
    try {
      return new GuardedConnection(transaction.effectConnection());
    } catch (SQLException e) {
      throw StoreParts.failed("begin a transaction", e);
    }
  }

  @Override
  public InboxClaim claim(ConsumerSettings consumer, List<Message> messages) {
    try {
      Connection connection = transaction.connection();
      try (NamedSql.Bound bound = claim.prepare(connection)) {
        bind(connection, bound, consumer, messages);
        InboxClaim claimed = read(PostgresFlight.rowsOf(bound.statement()));
        begun = true;
        transaction.claimed();
        return claimed;
      }
    } catch (SQLException e) {
      throw StoreParts.failed("claim messages of consumer " + consumer.name(), e);
    }
  }

  private static void bind(
      Connection connection,
      NamedSql.Bound bound,
      ConsumerSettings consumer,
      List<Message> messages)
      throws SQLException {
    bound.setString("consumer", consumer.name());
    new SqlArrays(connection, bound)
        .texts("source", messages, each -> each.id().source())
        .texts("messageId", messages, each -> each.id().id())
        .texts("tenant", messages, Message::tenant)
        .texts("aggregateType", messages, PostgresInboxAttempt::aggregateType)
        .texts("key", messages, each -> consumer.guard() == null ? null : each.key())
        .longs("lock", messages, each -> StoreParts.lockOf(consumer.intentOf(each)));
  }

  private static String aggregateType(Message message) {
    String type = message.aggregateType();
    return type == null ? "" : type;
  }

  private InboxClaim read(ResultSet rows) throws SQLException {
    List<SeenMessage> seen = new ArrayList<>();
    boolean granted = true;
    while (rows.next()) {
      transactionAt = RecordReader.instant(rows, 1);
      granted &= rows.getBoolean(2);
      seen.add(seen(rows));
    }
    return new InboxClaim(granted, seen);
  }

  private static SeenMessage seen(ResultSet row) throws SQLException {
    UUID recordId = row.getObject(3, UUID.class);
    String state = row.getString(5);
    String types = row.getString(8);
    return new SeenMessage(
        recordId == null
            ? null
            : new SeenMessage.Marker(recordId, PayloadHash.ofDigest(row.getBytes(4))),
        state == null ? null : new SeenMessage.Kept(MessageState.valueOf(state), row.getLong(6)),
        types == null ? null : new SeenVersion(row.getLong(7), typesIn(types)));
  }

  private static Set<String> typesIn(String types) {
    return types.isEmpty() ? Set.of() : Set.of(types.split("\n", -1));
  }

  @Override
  public int settle(InboxSettlement settlement) {
    InboxFlights.Shape shape = InboxFlights.Shape.of(settlement, transaction.end());
    List<Integer> counts = fly(settlement, shape);
    if (shape.end() == SettleSql.End.SEPARATE_COMMIT) {
      end.commit();
    }
    over = true;
    return shape.parts().contains(Part.RELEASE) ? counts.get(shape.placeOf(Part.RELEASE)) : 0;
  }

  private List<Integer> fly(InboxSettlement settlement, InboxFlights.Shape shape) {
    try {
      transaction.beforeSettle();
      Connection connection = transaction.connection();
      try (NamedSql.Bound bound = flights.flight(shape).prepare(connection)) {
        parts.bindNow(bound);
        new InboxBinder(connection, bound, settlement).bind(shape, transactionAt);
        return PostgresFlight.countsOf(bound.statement());
      }
    } catch (SQLException e) {
      String consumer = "consumer " + settlement.consumer();
      throw end.settleFailed(consumer, "messages of " + consumer, transaction.explained(e));
    }
  }

  @Override
  public void undo() {
    if (end.undo()) {
      transactionAt = null;
      begun = false;
    }
  }

  @Override
  public void close() {
    transaction.close(begun, over);
  }
}
