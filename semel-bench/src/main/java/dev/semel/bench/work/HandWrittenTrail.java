package dev.semel.bench.work;

import dev.semel.Event;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Audit and outbox rows as a service writes them that has no Semel. Immutable. */
public final class HandWrittenTrail {
  private final String insertAudit;
  private final String insertEvent;

  /** What an audit row says. */
  public record Entry(String action, String subject, @Nullable String detail) {}

  /** Into the tables of this schema. */
  public HandWrittenTrail(String schema) {
    this.insertAudit =
        """
        INSERT INTO ${schema}.audit (
          recorded_at, record_id, tenant, operation, principal, key, action, subject, detail)
        VALUES (now(), ?, ?, ?, '', ?, ?, ?, ?)
        """
            .replace("${schema}", schema);
    this.insertEvent =
        """
        INSERT INTO ${schema}.outbox (
          id, aggregatetype, aggregateid, type, payload, event_key, aggregate_version, headers,
          tenant, record_id, recorded_at)
        VALUES (?, ?, ?, ?, ?::jsonb, ?, ?, ?::jsonb, ?, ?, now())
        """
            .replace("${schema}", schema);
  }

  public void audit(Connection connection, UUID recordId, String tenant, Entry entry)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(insertAudit)) {
      insert.setObject(1, recordId);
      insert.setString(2, tenant);
      insert.setString(3, "by hand");
      insert.setString(4, recordId.toString());
      insert.setString(5, entry.action());
      insert.setString(6, entry.subject());
      insert.setString(7, entry.detail());
      insert.executeUpdate();
    }
  }

  public void publish(Connection connection, UUID recordId, String tenant, Event event)
      throws SQLException {
    UUID eventId = Ids.random();
    try (PreparedStatement insert = connection.prepareStatement(insertEvent)) {
      insert.setObject(1, eventId);
      insert.setString(2, event.aggregateType());
      insert.setString(3, event.aggregateId());
      insert.setString(4, event.type());
      insert.setString(5, event.payload());
      insert.setString(6, eventId.toString());
      insert.setObject(7, event.aggregateVersion(), Types.BIGINT);
      insert.setString(8, "{}");
      insert.setString(9, tenant);
      insert.setObject(10, recordId);
      insert.executeUpdate();
    }
  }
}
