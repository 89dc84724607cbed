package dev.semel.debezium;

import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.relay.RelayedEvent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/** Makes events and marks of the engine's records. */
final class LogDecoder {
  private static final String INSERTED = "c";
  private static final String MESSAGE = "m";

  private LogDecoder() {}

  /** What a record says, or null if it is nothing that a relay cares for. */
  static @Nullable LogItem decode(SourceRecord record) {
    if (!(record.value() instanceof Struct value) || value.schema().field("op") == null) {
      return null;
    }
    return switch (value.getString("op")) {
      case INSERTED -> inserted(record, value.getStruct("after"));
      case MESSAGE -> marked(record, value.getStruct("message"));
      default -> null;
    };
  }

  private static LogItem inserted(SourceRecord record, Struct row) {
    RelayedEvent event =
        new RelayedEvent(
            UUID.fromString(row.getString("id")),
            row.getString("event_key"),
            row.getString("tenant"),
            row.getString("aggregatetype"),
            row.getString("aggregateid"),
            row.getInt64("aggregate_version"),
            row.getString("type"),
            row.getString("payload"),
            OutboxPositions.headers(row.getString("headers")),
            uuid(row.getString("record_id")),
            OffsetDateTime.parse(row.getString("recorded_at")).toInstant(),
            row.getInt64("seq"));
    return new LogItem.Inserted(record.sourceOffset(), Long.parseLong(text(row.get("xid"))), event);
  }

  private static LogItem marked(SourceRecord record, Struct message) {
    return new LogItem.Marked(
        record.sourceOffset(), OutboxPositions.mark(text(message.get("content"))));
  }

  private static @Nullable UUID uuid(@Nullable String text) {
    return text == null ? null : UUID.fromString(text);
  }

  /** Of a type that the engine does not know: the text as the server sent it. */
  private static String text(Object value) {
    if (value instanceof ByteBuffer bytes) {
      return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }
    return value instanceof byte[] array
        ? new String(array, StandardCharsets.UTF_8)
        : value.toString();
  }
}
