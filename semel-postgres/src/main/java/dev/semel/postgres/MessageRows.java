package dev.semel.postgres;

import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.PayloadHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads messages from rows that begin with {@link KeptSql#MESSAGE_COLUMNS}. */
final class MessageRows {
  /** The first column after those of the message. */
  static final int NEXT = 12;

  private MessageRows() {}

  static Message message(ResultSet row) throws SQLException {
    return new Message(
        new MessageId(row.getString(1), row.getString(2)),
        row.getBytes(3),
        PayloadHash.ofDigest(row.getBytes(4)),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        longOrNull(row, 9),
        headers(row));
  }

  private static @Nullable Long longOrNull(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  private static Map<String, String> headers(ResultSet row) throws SQLException {
    String[] names = (String[]) row.getArray(10).getArray();
    String[] values = (String[]) row.getArray(11).getArray();
    Map<String, String> headers = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      headers.put(names[i], values[i]);
    }
    return headers;
  }

  /** A message with what follows it in {@link InboxRecordsSql}. */
  static KeptMessage kept(ResultSet row) throws SQLException {
    return new KeptMessage(
        row.getString(NEXT),
        message(row),
        MessageState.valueOf(row.getString(NEXT + 1)),
        row.getInt(NEXT + 2),
        row.getString(NEXT + 3),
        Objects.requireNonNull(RecordReader.instant(row, NEXT + 4)),
        RecordReader.instant(row, NEXT + 5),
        RecordReader.instant(row, NEXT + 6));
  }
}
