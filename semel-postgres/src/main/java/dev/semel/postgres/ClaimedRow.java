package dev.semel.postgres;

import dev.semel.IntentId;
import dev.semel.jdbc.NamedSql;
import dev.semel.spi.Claim;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.State;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the claim statement found.
 *
 * @param locked whether the lock was got; false also where it was not needed
 * @param expired whether the record is there but no longer answers
 * @param recordId id of the record; null if there is none
 * @param record null if there is none, if it has been removed since the claim, or if it has expired
 */
record ClaimedRow(
    @Nullable Instant transactionAt,
    boolean locked,
    boolean expired,
    @Nullable UUID recordId,
    @Nullable IntentRecord record) {
  private static final int COLUMNS_BEFORE_RECORD = 3;

  static ClaimedRow claim(StoreParts parts, ClaimSql claim, Connection connection, IntentId intent)
      throws SQLException {
    try (NamedSql.Bound bound = claim.prepare(connection)) {
      parts.bindNow(StoreParts.bindIntent(bound, intent));
      bound.setLong("lock", StoreParts.lockOf(intent));
      try (ResultSet row = PostgresFlight.rowOf(bound.statement())) {
        boolean expired = row.getBoolean(3);
        UUID recordId = row.getObject(COLUMNS_BEFORE_RECORD + 1, UUID.class);
        NamedSql separately = claim.record();
        IntentRecord record = null;
        if (recordId != null && !expired) {
          record =
              separately == null
                  ? RecordReader.read(row, COLUMNS_BEFORE_RECORD, intent)
                  : read(parts, separately, connection, intent);
        }
        return new ClaimedRow(
            RecordReader.instant(row, 1), row.getBoolean(2), expired, recordId, record);
      }
    }
  }

  private static @Nullable IntentRecord read(
      StoreParts parts, NamedSql sql, Connection connection, IntentId intent) throws SQLException {
    try (NamedSql.Bound bound = parts.bind(sql, connection, intent);
        ResultSet row = bound.statement().executeQuery()) {
      return row.next() ? RecordReader.read(row, 0, intent) : null;
    }
  }

  Claim asClaim() {
    if (recordId == null || expired) {
      return locked ? new Claim.Granted(transactionAt, recordId, null) : new Claim.Held();
    }
    if (record == null) {
      return new Claim.Held();
    }
    if (record.state() != State.RELEASED) {
      return new Claim.Recorded(record);
    }
    return locked
        ? new Claim.Granted(transactionAt, record.recordId(), record.fingerprint())
        : new Claim.Held();
  }
}
