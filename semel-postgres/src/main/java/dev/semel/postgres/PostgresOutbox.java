package dev.semel.postgres;

import dev.semel.Event;
import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.NamedSql;
import dev.semel.spi.Outbox;
import dev.semel.spi.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.UUID;

/** Writes events in a caller's transaction. */
final class PostgresOutbox implements Outbox<Connection> {
  private static final String NOT_JSON = "22P02";

  private final StoreParts parts;
  private final NamedSql insertEvent;
  private final NamedSql insertEvents;

  PostgresOutbox(StoreParts parts, IntentSql sql) {
    this.parts = parts;
    this.insertEvent = NamedSql.of(sql.insertEvent);
    this.insertEvents = NamedSql.of(sql.insertEvents);
  }

  @Override
  public int publish(Connection transaction, String tenant, UUID batchId, List<Event> events) {
    try {
      refuseAutocommit(transaction);
      NamedSql statement = events.size() == 1 ? insertEvent : insertEvents;
      try (NamedSql.Bound bound = parts.bindNow(statement.prepare(transaction))) {
        bound.setString("tenant", tenant).set("recordId", null, Types.OTHER);
        new EventBinder(transaction, bound, tenant, batchId).bind(events);
        return events.size() - bound.statement().executeUpdate();
      }
    } catch (SQLException e) {
      throw NOT_JSON.equals(e.getSQLState()) ? notJson(e) : StoreParts.failed("publish events", e);
    }
  }

  private static StoreException notJson(SQLException e) {
    return new StoreException(
        "the payload of an event is not JSON (SQLSTATE %s), and nothing was published; give JSON, or null for none"
            .formatted(NOT_JSON),
        e);
  }

  private static void refuseAutocommit(Connection transaction) throws SQLException {
    if (transaction.getAutoCommit()) {
      throw new TransactionMisuseException(
          "the connection is in autocommit mode, so the events would be published whatever becomes of the change they tell of; call setAutoCommit(false) on it and publish in the transaction of the change");
    }
  }
}
