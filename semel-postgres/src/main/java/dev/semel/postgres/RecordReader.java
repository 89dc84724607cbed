package dev.semel.postgres;

import dev.semel.Content;
import dev.semel.Fingerprint;
import dev.semel.IntentId;
import dev.semel.Reference;
import dev.semel.Rejection;
import dev.semel.Scope;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.LeaseInfo;
import dev.semel.spi.State;
import dev.semel.spi.StoredAnswer;
import dev.semel.spi.StoredOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the columns of {@link IntentSql#RECORD_COLUMNS}, by position, from an offset. */
final class RecordReader {
  private static final int SCOPE_COLUMNS = 4;

  private final ResultSet row;
  private final int offset;

  private RecordReader(ResultSet row, int offset) {
    this.row = row;
    this.offset = offset;
  }

  /** A record whose intent is known; null if an outer join found none. */
  static @Nullable IntentRecord read(ResultSet row, int offset, IntentId intent)
      throws SQLException {
    RecordReader reader = new RecordReader(row, offset);
    UUID recordId = row.getObject(offset + 1, UUID.class);
    return recordId == null ? null : reader.record(recordId, intent);
  }

  /** A record behind the four columns tenant, operation, principal and key. */
  static IntentRecord readWithIntent(ResultSet row) throws SQLException {
    String principal = row.getString(3);
    Scope scope =
        new Scope(row.getString(1), row.getString(2), principal.isEmpty() ? null : principal);
    return Objects.requireNonNull(read(row, SCOPE_COLUMNS, new IntentId(scope, row.getString(4))));
  }

  private IntentRecord record(UUID recordId, IntentId intent) throws SQLException {
    State state = State.valueOf(text(2));
    return new IntentRecord(
        recordId,
        intent,
        state,
        Fingerprint.of(text(4), row.getInt(offset + 5), row.getBytes(offset + 6)),
        state.isSettled() ? new StoredOutcome(state, answer(text(3))) : null,
        state == State.RUNNING ? lease() : null,
        state.isSettled() ? null : row.getString(offset + 14),
        row.getLong(offset + 15),
        row.getInt(offset + 16),
        Objects.requireNonNull(instant(17)),
        instant(18),
        instant(19));
  }

  private StoredAnswer answer(String kind) throws SQLException {
    return switch (kind) {
      case "FULL" -> new StoredAnswer.Full(content(text(7)));
      case "REFERENCE" -> new StoredAnswer.Referenced(new Reference(text(10), text(11)));
      case "STATUS_ONLY" -> new StoredAnswer.StatusOnly();
      case "TOMBSTONE" -> new StoredAnswer.Tombstone(text(14));
      case "REFUSAL" -> new StoredAnswer.Refusal(new Rejection(text(12), text(13), shown()));
      default -> throw new IllegalStateException("unknown kind of answer: " + kind);
    };
  }

  private Content content(String contentType) throws SQLException {
    return new Content(contentType, row.getInt(offset + 8), row.getBytes(offset + 9));
  }

  private @Nullable Content shown() throws SQLException {
    String contentType = row.getString(offset + 7);
    return contentType == null ? null : content(contentType);
  }

  private LeaseInfo lease() throws SQLException {
    return new LeaseInfo(
        text(20),
        row.getLong(offset + 15),
        Objects.requireNonNull(instant(21)),
        Duration.of(row.getLong(offset + 22), ChronoUnit.MICROS));
  }

  private String text(int column) throws SQLException {
    return row.getString(offset + column);
  }

  private @Nullable Instant instant(int column) throws SQLException {
    return instant(row, offset + column);
  }

  static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
