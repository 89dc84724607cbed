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
 */
record ClaimedRow(
    @Nullable Instant transactionAt,
    boolean locked,
    boolean expired,
    @Nullable IntentRecord record) {

  static ClaimedRow claim(StoreParts parts, ClaimSql claim, Connection connection, IntentId intent)
      throws SQLException {
    try (NamedSql.Bound bound = claim.prepare(connection)) {
      parts.bindNow(StoreParts.bindIntent(bound, intent));
      bound.setLong("lock", StoreParts.lockOf(intent));
      try (ResultSet row = PostgresFlight.rowOf(bound.statement())) {
        return new ClaimedRow(
            RecordReader.instant(row, 1),
            row.getBoolean(2),
            row.getBoolean(3),
            RecordReader.read(row, 3, intent));
      }
    }
  }

  Claim asClaim() {
    if (record == null || expired) {
      return locked ? new Claim.Granted(transactionAt, replaced(), null) : new Claim.Held();
    }
    if (record.state() != State.RELEASED) {
      return new Claim.Recorded(record);
    }
    return locked
        ? new Claim.Granted(transactionAt, record.recordId(), record.fingerprint())
        : new Claim.Held();
  }

  private @Nullable UUID replaced() {
    return record == null ? null : record.recordId();
  }
}
