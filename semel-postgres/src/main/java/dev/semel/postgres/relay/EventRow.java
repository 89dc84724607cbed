package dev.semel.postgres.relay;

import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.StoredEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An event as it is read from the outbox. */
final class EventRow {
  /** The part of the aggregates that an event belongs to. */
  static final String SHARD =
      "(mod(mod(hashtextextended(o.aggregateid, 0), :shardCount) + :shardCount, :shardCount))::integer";

  /** What is read, in the order that {@link #read} expects. */
  static final String COLUMNS =
      "o.id, o.event_key, o.tenant, o.aggregatetype, o.aggregateid, o.aggregate_version, o.type, o.payload::text,\n"
          + "       o.headers::text, o.record_id, o.recorded_at, o.seq";

  private EventRow() {}

  /** Reads an event whose columns begin behind the offset. */
  static RelayedEvent read(ResultSet row, int offset) throws SQLException {
    return new RelayedEvent(
        row.getObject(offset + 1, UUID.class),
        row.getString(offset + 2),
        row.getString(offset + 3),
        row.getString(offset + 4),
        row.getString(offset + 5),
        version(row, offset + 6),
        row.getString(offset + 7),
        row.getString(offset + 8),
        FlatJson.read(row.getString(offset + 9)),
        row.getObject(offset + 10, UUID.class),
        Objects.requireNonNull(RelayParts.instant(row, offset + 11)),
        row.getLong(offset + 12));
  }

  private static @Nullable Long version(ResultSet row, int column) throws SQLException {
    long version = row.getLong(column);
    return row.wasNull() ? null : version;
  }

  /** Reads all rows of shard and event. */
  static List<StoredEvent> readAll(ResultSet rows) throws SQLException {
    List<StoredEvent> events = new ArrayList<>();
    while (rows.next()) {
      events.add(new StoredEvent(rows.getInt(1), read(rows, 1)));
    }
    return events;
  }
}
