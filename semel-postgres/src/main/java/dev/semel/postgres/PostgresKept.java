package dev.semel.postgres;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageKey;
import dev.semel.inbox.PayloadHash;
import dev.semel.inbox.Received;
import dev.semel.inbox.WorkSettings;
import dev.semel.inbox.spi.WorkItem;
import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Keeps messages on PostgreSQL and gives them to workers. Every call is a transaction. */
final class PostgresKept {
  /** How far past the first due message heads are looked for, before all of them are. */
  private static final int WINDOW_BATCHES = 10;

  private final StoreParts parts;
  private final KeptSql sql;

  PostgresKept(StoreParts parts, KeptSql sql) {
    this.parts = parts;
    this.sql = sql;
  }

  List<Received> keep(
      ConsumerSettings consumer, List<Message> messages, @Nullable String deadReason) {
    return parts.autocommitted(
        () -> "keep messages of consumer " + consumer.name(),
        connection -> {
          List<UUID> ids = messages.stream().map(message -> UUID.randomUUID()).toList();
          Set<UUID> stored = insert(connection, consumer, messages, ids, deadReason);
          List<Received> received = new ArrayList<>();
          for (UUID id : ids) {
            received.add(stored.contains(id) ? Received.STORED : Received.DUPLICATE);
          }
          if (stored.size() < ids.size()) {
            findViolations(connection, consumer, messages, received);
          }
          return received;
        });
  }

  private Set<UUID> insert(
      Connection connection,
      ConsumerSettings consumer,
      List<Message> messages,
      List<UUID> ids,
      @Nullable String deadReason)
      throws SQLException {
    try (NamedSql.Bound bound = parts.bindNow(sql.keep.prepare(connection))) {
      bound.setString("consumer", consumer.name()).setString("deadReason", deadReason);
      SqlArrays arrays = new SqlArrays(connection, bound);
      arrays.set("recordId", "uuid", ids, id -> id);
      InboxBinder.bindMessages(arrays, "given", messages);
      Set<UUID> stored = new HashSet<>();
      try (ResultSet rows = bound.statement().executeQuery()) {
        while (rows.next()) {
          stored.add(rows.getObject(1, UUID.class));
        }
      }
      return stored;
    }
  }

  /** Compares those that were known, and keeps what came under an id of another payload. */
  private void findViolations(
      Connection connection,
      ConsumerSettings consumer,
      List<Message> messages,
      List<Received> received)
      throws SQLException {
    Map<Integer, PayloadHash> hashes = hashes(connection, consumer, messages);
    List<Message> wrong = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      PayloadHash known = hashes.get(i);
      if (known != null && !known.equals(messages.get(i).hash())) {
        received.set(i, Received.VIOLATION);
        wrong.add(messages.get(i));
      }
    }
    if (!wrong.isEmpty()) {
      try (NamedSql.Bound bound = parts.bindNow(sql.insertViolations.prepare(connection))) {
        bound.setString("consumer", consumer.name());
        InboxBinder.bindMessages(
            new SqlArrays(connection, bound), "wrong", wrong.stream().distinct().toList());
        bound.statement().executeUpdate();
      }
    }
  }

  private Map<Integer, PayloadHash> hashes(
      Connection connection, ConsumerSettings consumer, List<Message> messages)
      throws SQLException {
    try (NamedSql.Bound bound = sql.hashes.prepare(connection)) {
      bound.setString("consumer", consumer.name());
      new SqlArrays(connection, bound)
          .texts("source", messages, each -> each.id().source())
          .texts("messageId", messages, each -> each.id().id());
      Map<Integer, PayloadHash> hashes = new HashMap<>();
      try (ResultSet rows = bound.statement().executeQuery()) {
        while (rows.next()) {
          hashes.put(rows.getInt(1) - 1, PayloadHash.ofDigest(rows.getBytes(2)));
        }
      }
      return hashes;
    }
  }

  /**
   * Looks among the oldest first, because one busy key may have many thousands; where none of those
   * may be taken, among all.
   */
  List<WorkItem> claim(ConsumerSettings consumer, @Nullable MessageKey key) {
    return parts.autocommitted(
        () -> "claim kept messages of consumer " + consumer.name(),
        connection -> {
          int window = consumer.work().maxBatch() * WINDOW_BATCHES;
          List<WorkItem> items = claim(connection, consumer, key, window);
          return items.isEmpty() ? claim(connection, consumer, key, Integer.MAX_VALUE) : items;
        });
  }

  private List<WorkItem> claim(
      Connection connection, ConsumerSettings consumer, @Nullable MessageKey key, int window)
      throws SQLException {
    WorkSettings work = consumer.work();
    try (NamedSql.Bound bound = parts.bindNow(sql.claim.prepare(connection))) {
      bound
          .setString("consumer", consumer.name())
          .setString("tenant", key == null ? null : key.tenant())
          .setString("key", key == null ? null : key.key())
          .setInt("window", window)
          .setInt("limit", work.maxBatch())
          .set("holdsDead", work.deadLetters() == WorkSettings.DeadLetters.HOLD, Types.BOOLEAN)
          .set("leaseSeconds", InboxBinder.seconds(work.lease()), Types.DOUBLE);
      try (ResultSet rows = bound.statement().executeQuery()) {
        return inOrder(rows);
      }
    }
  }

  private static List<WorkItem> inOrder(ResultSet rows) throws SQLException {
    record Placed(long seq, WorkItem item) {}
    List<Placed> placed = new ArrayList<>();
    while (rows.next()) {
      WorkItem item =
          new WorkItem(
              MessageRows.message(rows),
              rows.getInt(MessageRows.NEXT),
              rows.getLong(MessageRows.NEXT + 1));
      placed.add(new Placed(rows.getLong(MessageRows.NEXT + 2), item));
    }
    placed.sort(Comparator.comparingLong(Placed::seq));
    return placed.stream().map(Placed::item).toList();
  }

  boolean postpone(String consumer, WorkItem item, Duration wait, String reason) {
    return changeHeld(
        sql.postpone,
        consumer,
        item,
        bound ->
            parts
                .bindNow(bound)
                .setString("reason", reason)
                .set("waitSeconds", InboxBinder.seconds(wait), Types.DOUBLE));
  }

  boolean bury(String consumer, WorkItem item, String reason) {
    return changeHeld(sql.bury, consumer, item, bound -> bound.setString("reason", reason));
  }

  /** Binds the rest of a statement. */
  private interface Binding {
    void bind(NamedSql.Bound bound) throws SQLException;
  }

  private boolean changeHeld(NamedSql change, String consumer, WorkItem item, Binding rest) {
    return parts.autocommitted(
        () -> "note what became of a message of consumer " + consumer,
        connection -> {
          try (NamedSql.Bound bound = change.prepare(connection)) {
            bound
                .setString("consumer", consumer)
                .setString("source", item.message().id().source())
                .setString("messageId", item.message().id().id())
                .setLong("fence", item.fence());
            rest.bind(bound);
            return bound.statement().executeUpdate() == 1;
          }
        });
  }

  void giveBack(String consumer, List<WorkItem> items) {
    parts.autocommitted(
        () -> "give back messages of consumer " + consumer,
        connection -> {
          try (NamedSql.Bound bound = parts.bindNow(sql.giveBack.prepare(connection))) {
            bound.setString("consumer", consumer);
            new SqlArrays(connection, bound)
                .texts("source", items, each -> each.message().id().source())
                .texts("messageId", items, each -> each.message().id().id())
                .longs("fence", items, WorkItem::fence);
            return bound.statement().executeUpdate();
          }
        });
  }
}
