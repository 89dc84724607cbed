package dev.semel.postgres;

import dev.semel.Retention;
import dev.semel.jdbc.NamedSql;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.LeaseAnswer;
import dev.semel.spi.LeaseRequest;
import dev.semel.spi.LeaseStore;
import dev.semel.spi.LeaseToken;
import dev.semel.spi.Recovery;
import dev.semel.spi.StoredAnswer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Leases on PostgreSQL. Every change names the fence it stands on. */
final class PostgresLeases implements LeaseStore {
  private static final double NANOS_PER_SECOND = 1e9;

  private final StoreParts parts;
  private final LeaseSql sql;
  private final Supplier<PostgresAttempt> attempts;

  PostgresLeases(StoreParts parts, LeaseSql sql, Supplier<PostgresAttempt> attempts) {
    this.parts = parts;
    this.sql = sql;
    this.attempts = attempts;
  }

  /** The claim of the atomic protocol, so that both see each other, then the RUNNING record. */
  @Override
  public LeaseAnswer claim(LeaseRequest request) {
    try (PostgresAttempt attempt = attempts.get()) {
      ClaimedRow row = attempt.claimRow(request.intent());
      IntentRecord record = row.record();
      if (record != null) {
        return new LeaseAnswer.Recorded(record);
      }
      return row.locked()
          ? attempt.work("lease", connection -> insert(connection, request, row.recordId()))
          : new LeaseAnswer.Held();
    }
  }

  private LeaseAnswer insert(Connection connection, LeaseRequest request, @Nullable UUID expired)
      throws SQLException {
    NamedSql insert = expired == null ? sql.insertRunning : sql.replaceByRunning;
    try (NamedSql.Bound bound = parts.bind(insert, connection, request.intent())) {
      bindRequest(bound, request);
      bound.set("recordId", request.recordId());
      bound.setString("fingerprintScheme", request.fingerprint().scheme());
      bound.setInt("fingerprintSchema", request.fingerprint().schemaVersion());
      bound.setBytes("fingerprint", request.fingerprint().digest());
      if (expired != null) {
        bound.set("replaced", expired);
      }
      try (ResultSet row = PostgresFlight.rowOf(bound.statement())) {
        return granted(row);
      }
    }
  }

  @Override
  public LeaseAnswer resume(LeaseRequest request, LeaseToken seen) {
    return parts.autocommitted(
        () -> "resume intent " + request.intent(),
        connection -> {
          try (NamedSql.Bound bound = bind(sql.resume, connection, seen)) {
            bindRequest(bound, request);
            try (ResultSet row = bound.statement().executeQuery()) {
              return row.next() ? granted(row) : new LeaseAnswer.Held();
            }
          }
        });
  }

  private NamedSql.Bound bind(NamedSql statement, Connection connection, LeaseToken token)
      throws SQLException {
    return parts.bindNow(bindToken(statement, connection, token));
  }

  private static NamedSql.Bound bindToken(
      NamedSql statement, Connection connection, LeaseToken token) throws SQLException {
    return StoreParts.bindIntent(statement.prepare(connection), token.intent())
        .set("recordId", token.recordId())
        .setLong("fence", token.fence());
  }

  private static NamedSql.Bound bindRequest(NamedSql.Bound bound, LeaseRequest request)
      throws SQLException {
    return bound.setString("owner", request.owner()).set("leaseSeconds", seconds(request.length()));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS_PER_SECOND;
  }

  private static LeaseAnswer granted(ResultSet row) throws SQLException {
    return new LeaseAnswer.Granted(
        row.getObject(1, UUID.class),
        row.getLong(2),
        Objects.requireNonNull(RecordReader.instant(row, 3)));
  }

  @Override
  public @Nullable Instant renew(LeaseToken token, Duration length) {
    return parts.autocommittedOrNull(
        () -> "renew the lease of intent " + token.intent(),
        connection -> {
          try (NamedSql.Bound bound = bind(sql.renew, connection, token)) {
            bound.set("leaseSeconds", seconds(length));
            try (ResultSet row = bound.statement().executeQuery()) {
              return row.next() ? RecordReader.instant(row, 3) : null;
            }
          }
        });
  }

  @Override
  public boolean release(LeaseToken token, String reason, Retention retention) {
    return parts.autocommitted(
        () -> "release intent " + token.intent(),
        connection -> {
          try (NamedSql.Bound bound = bind(sql.release, connection, token)) {
            bound.setString("reason", reason);
            bound.set("retentionSeconds", SettleBinder.seconds(retention), Types.DOUBLE);
            return bound.statement().executeUpdate() == 1;
          }
        });
  }

  @Override
  public boolean markUnknown(LeaseToken token, String reason) {
    return parts.autocommitted(
        () -> "mark intent %s unknown".formatted(token.intent()),
        connection -> {
          try (NamedSql.Bound bound = bindToken(sql.markUnknown, connection, token)) {
            bound.setString("reason", reason);
            return bound.statement().executeUpdate() == 1;
          }
        });
  }

  @Override
  public boolean recover(LeaseToken seen, Recovery recovery) {
    return parts.autocommitted(
        () -> "recover intent " + seen.intent(),
        connection -> {
          try (NamedSql.Bound bound = bind(sql.recover, connection, seen)) {
            bindRecovery(bound, recovery);
            return bound.statement().executeUpdate() == 1;
          }
        });
  }

  private static void bindRecovery(NamedSql.Bound bound, Recovery recovery) throws SQLException {
    StoredAnswer answer = recovery.outcome() == null ? null : recovery.outcome().answer();
    SettleBinder.bindAnswer(bound, answer);
    if (answer == null) {
      bound.setString("reason", recovery.reason());
    }
    bound.setString("state", recovery.state().name());
    bound.set("settled", recovery.state().isSettled());
    bound.set("retentionSeconds", SettleBinder.seconds(recovery.retention()), Types.DOUBLE);
    bound.setString("classification", recovery.classification().name());
    bound.setString("why", recovery.reason());
    bound.setString("decidedBy", recovery.decidedBy());
  }
}
