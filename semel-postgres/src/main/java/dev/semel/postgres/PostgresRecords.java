package dev.semel.postgres;

import dev.semel.IntentId;
import dev.semel.Scope;
import dev.semel.jdbc.NamedSql;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.Purge;
import dev.semel.spi.Records;
import dev.semel.spi.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Look-ups and purge on PostgreSQL. */
final class PostgresRecords implements Records, Purge {
  private static final int MAX_LIMIT = 10_000;

  private final StoreParts parts;
  private final RecordsSql sql;

  PostgresRecords(StoreParts parts, RecordsSql sql) {
    this.parts = parts;
    this.sql = sql;
  }

  @Override
  public @Nullable IntentRecord find(IntentId intent) {
    return parts.autocommittedOrNull(
        () -> "look up intent " + intent,
        connection -> {
          try (NamedSql.Bound bound = parts.bind(sql.find, connection, intent);
              ResultSet row = bound.statement().executeQuery()) {
            return row.next() ? RecordReader.readWithIntent(row) : null;
          }
        });
  }

  @Override
  public List<IntentRecord> staleLeases(int limit) {
    return list(sql.staleLeases, limit);
  }

  @Override
  public List<IntentRecord> unknown(int limit) {
    return list(sql.unknown, limit);
  }

  @Override
  public List<IntentRecord> mostAttempted(int limit) {
    return list(sql.mostAttempted, limit);
  }

  private List<IntentRecord> list(NamedSql query, int limit) {
    refuseBadLimit(limit);
    return parts.autocommitted(
        () -> "list intents",
        connection -> {
          List<IntentRecord> found = new ArrayList<>();
          try (NamedSql.Bound bound = query.prepare(connection)) {
            parts.bindNow(bound).setInt("limit", limit);
            try (ResultSet rows = bound.statement().executeQuery()) {
              while (rows.next()) {
                found.add(RecordReader.readWithIntent(rows));
              }
            }
          }
          return found;
        });
  }

  private static void refuseBadLimit(int limit) {
    refuseBadLimit(limit, MAX_LIMIT);
  }

  private static void refuseBadLimit(int limit, int max) {
    if (limit < 1 || limit > max) {
      throw new IllegalArgumentException("limit is %d; give 1 to %d".formatted(limit, max));
    }
  }

  @Override
  public List<StateCount> counts(Duration settledWithin) {
    return parts.autocommitted(
        () -> "count intents",
        connection -> {
          List<StateCount> counts = new ArrayList<>();
          try (NamedSql.Bound bound = sql.counts.prepare(connection)) {
            parts.bindNow(bound).set("withinSeconds", (double) settledWithin.toSeconds());
            try (ResultSet rows = bound.statement().executeQuery()) {
              while (rows.next()) {
                State state = State.valueOf(rows.getString(2));
                counts.add(new StateCount(rows.getString(1), state, rows.getLong(3)));
              }
            }
          }
          return counts;
        });
  }

  @Override
  public int countOf(Scope scope, int limit) {
    refuseBadLimit(limit, MAX_COUNTED);
    return parts.autocommitted(
        () -> "count the intents of a scope",
        connection -> {
          try (NamedSql.Bound bound =
              StoreParts.bindScope(sql.countOf.prepare(connection), scope)) {
            bound.setInt("limit", limit);
            try (ResultSet row = bound.statement().executeQuery()) {
              row.next();
              return row.getInt(1);
            }
          }
        });
  }

  @Override
  public Backlog backlog() {
    return parts.autocommitted(
        () -> "measure the backlog",
        connection -> {
          try (NamedSql.Bound bound = parts.bindNow(sql.backlog.prepare(connection));
              ResultSet row = bound.statement().executeQuery()) {
            row.next();
            return new Backlog(age(row, 1), age(row, 2), age(row, 3), age(row, 4));
          }
        });
  }

  private static @Nullable Duration age(ResultSet row, int column) throws SQLException {
    long micros = row.getLong(column);
    return row.wasNull() ? null : Duration.of(micros, ChronoUnit.MICROS);
  }

  @Override
  public int purgeBatch(int maxRecords) {
    refuseBadLimit(maxRecords);
    return parts.autocommitted(
        () -> "purge",
        connection -> {
          try (NamedSql.Bound bound = sql.purge.prepare(connection)) {
            parts.bindNow(bound).setInt("limit", maxRecords);
            return bound.statement().executeUpdate();
          }
        });
  }
}
