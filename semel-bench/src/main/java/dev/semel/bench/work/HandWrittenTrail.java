package dev.semel.bench.work;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/** Audit and outbox rows as a service writes them that has no Semel. */
final class HandWrittenTrail {
  private final String insertAudit;
  private final String insertEvent;

  /** Into the tables of this schema. */
  HandWrittenTrail(String schema) {
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

  void write(Connection connection, String key, long account, long version) throws SQLException {
    UUID recordId = Ids.timeOrdered();
    audit(connection, recordId, key, account);
    publish(connection, recordId, account, version);
  }

  private void audit(Connection connection, UUID recordId, String key, long account)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(insertAudit)) {
      insert.setObject(1, recordId);
      insert.setString(2, Samples.TENANT);
      insert.setString(3, FullCommands.OPERATION);
      insert.setString(4, key);
      insert.setString(5, FullCommands.ACTION);
      insert.setString(6, FullCommands.subject(account));
      insert.setString(7, Samples.NOTE);
      insert.executeUpdate();
    }
  }

  private void publish(Connection connection, UUID recordId, long account, long version)
      throws SQLException {
    UUID eventId = Ids.random();
    try (PreparedStatement insert = connection.prepareStatement(insertEvent)) {
      insert.setObject(1, eventId);
      insert.setString(2, FullCommands.AGGREGATE);
      insert.setString(3, Long.toString(account));
      insert.setString(4, FullCommands.EVENT);
      insert.setString(5, Samples.EVENT_PAYLOAD);
      insert.setString(6, eventId.toString());
      insert.setLong(7, version);
      insert.setString(8, "{}");
      insert.setString(9, Samples.TENANT);
      insert.setObject(10, recordId);
      insert.executeUpdate();
    }
  }
}
