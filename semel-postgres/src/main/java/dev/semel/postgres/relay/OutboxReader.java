package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import dev.semel.relay.ReplayRequest;
import dev.semel.relay.spi.ReadPage;
import dev.semel.relay.spi.StoredEvent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the outbox from one moment to the next. */
final class OutboxReader {
  private final RelayParts parts;

  /**
   * The sequence is not part of the snapshot and is read after it; the next transaction id is read
   * after that. The statement assigns no transaction id: {@code age} reads the next one.
   */
  private final NamedSql mark;

  /** Null if the caller saves nothing. */
  private final @Nullable ServerRun run;

  /**
   * By outbox_order what may have begun before the last snapshot and has ended since; by outbox_seq
   * what began after it. Adding nothing to seq keeps the server from walking all of outbox_seq for
   * the former. The CASE keeps it from multiplying its guesses about the latter, and from taking
   * them for so few rows that it may as well sort the whole table.
   */
  private final NamedSql read;

  /** By outbox_seq. */
  private final NamedSql readRange;

  /** By outbox_pkey; adding nothing to seq keeps the server from walking outbox_seq. */
  private final NamedSql readChosen;

  OutboxReader(RelayParts parts) {
    this(parts, null);
  }

  /**
   * Creates a reader for a session.
   *
   * @param run the server run that every look is checked against
   */
  OutboxReader(RelayParts parts, @Nullable ServerRun run) {
    this.parts = parts;
    this.run = run;
    mark =
        parts.sql(
            """
            SELECT pg_current_snapshot()::text,
                   CASE WHEN is_called THEN last_value ELSE 0 END,
                   ${next}, ${run}
            FROM ${schema}.outbox_seq_seq
            """
                .replace("${next}", Xids.NEXT)
                .replace("${run}", ServerRun.EXPRESSION));
    read =
        parts.sql(
            """
            ${settings};
            (SELECT ${shard}, ${columns}
             FROM ${schema}.outbox AS o
             WHERE o.xid = ANY (:ended::text[]::xid8[])
               AND o.seq + 0 > :passed AND o.seq + 0 <= :seenSeq
               AND (:all OR ${shard} = ANY (:shards::integer[]))
             ORDER BY o.seq + 0
             LIMIT :limit)
            UNION ALL
            (SELECT ${shard}, ${columns}
             FROM ${schema}.outbox AS o
             WHERE o.xid >= :seenXmax::text::xid8 AND o.xid < :seenXid::text::xid8
               AND o.xid < :untilXmax::text::xid8
               AND o.seq + 0 > :passed AND o.seq + 0 <= :seenSeq
               AND pg_visible_in_snapshot(o.xid, :until::pg_snapshot)
               AND (:all OR ${shard} = ANY (:shards::integer[]))
             ORDER BY o.seq + 0
             LIMIT :limit)
            UNION ALL
            (SELECT ${shard}, ${columns}
             FROM ${schema}.outbox AS o
             WHERE o.seq > greatest(:passed, :seenSeq)
               AND CASE WHEN o.seq <= :untilSeq
                   THEN pg_visible_in_snapshot(o.xid, :until::pg_snapshot)
                    AND NOT pg_visible_in_snapshot(o.xid, :seen::pg_snapshot)
                    AND (:all OR ${shard} = ANY (:shards::integer[]))
                   ELSE false END
             ORDER BY o.seq
             LIMIT :limit)
            ORDER BY seq
            LIMIT :limit
            """
                .replace("${settings}", PlannerSettings.SQL)
                .replace("${shard}", EventRow.SHARD)
                .replace("${columns}", EventRow.COLUMNS));
    String range =
        """
        ${settings};
        SELECT ${shard}, ${columns}
        FROM ${schema}.outbox AS o
        WHERE ${chosen} > :after AND o.seq <= :untilSeq
          AND pg_visible_in_snapshot(o.xid, :until::pg_snapshot)
          AND (:from::timestamptz IS NULL OR o.recorded_at >= :from::timestamptz)
          AND (:before::timestamptz IS NULL OR o.recorded_at < :before::timestamptz)
          AND (cardinality(:types::text[]) = 0 OR o.type = ANY (:types::text[]))
          AND (:tenant::text IS NULL OR o.tenant = :tenant)
          AND (:aggregateType::text IS NULL OR o.aggregatetype = :aggregateType)
          AND (:aggregateId::text IS NULL OR o.aggregateid = :aggregateId)
        ORDER BY ${order}
        LIMIT :limit
        """
            .replace("${settings}", PlannerSettings.SQL)
            .replace("${shard}", EventRow.SHARD)
            .replace("${columns}", EventRow.COLUMNS);
    readRange = parts.sql(range.replace("${chosen}", "o.seq").replace("${order}", "o.seq"));
    readChosen =
        parts.sql(
            range
                .replace("${chosen}", "o.id = ANY (:events::uuid[]) AND o.seq + 0")
                .replace("${order}", "o.seq + 0"));
  }

  /** Returns the previous mark if no transaction has ended since. */
  PostgresMark mark(@Nullable PostgresMark previous) {
    PostgresMark now = parts.autocommitted("look at the outbox", this::look);
    return previous != null && previous.snapshot().equals(now.snapshot()) ? previous : now;
  }

  /**
   * Returns the present moment. In a transaction it must come once, and before anything that
   * assigns a transaction id.
   */
  PostgresMark look(Connection connection) throws SQLException {
    try (NamedSql.Bound bound = mark.prepare(connection);
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      if (run != null) {
        run.check(row.getString(4));
      }
      return new PostgresMark(new Snapshot(row.getString(1)), row.getLong(3), row.getLong(2));
    }
  }

  ReadPage read(
      PostgresCursor from, PostgresMark mark, Set<Integer> shards, int shardCount, int limit) {
    PostgresMark until = from.until() == null ? mark : from.until();
    boolean isLast = until.equals(mark);
    if (until.equals(from.seen())) {
      return new ReadPage(List.of(), PostgresCursor.at(until), !isLast);
    }
    List<StoredEvent> events =
        parts.autocommitted(
            "read the outbox",
            connection -> {
              try (NamedSql.Bound bound = read.prepare(connection)) {
                bindWindow(connection, bound, from, until);
                bound
                    .setInt("shardCount", shardCount)
                    .set("all", shards.size() == shardCount)
                    .set("shards", RelayParts.integers(connection, shards))
                    .setInt("limit", limit);
                return rows(bound);
              }
            });
    return events.size() == limit
        ? new ReadPage(events, from.passed(until, lastSeq(events)), true)
        : new ReadPage(events, PostgresCursor.at(until), !isLast);
  }

  private static void bindWindow(
      Connection connection, NamedSql.Bound bound, PostgresCursor from, PostgresMark until)
      throws SQLException {
    PostgresMark seen = from.seen();
    bound
        .set("ended", connection.createArrayOf("text", seen.snapshot().endedBy(until.snapshot())))
        .setString("seenXmax", Long.toString(seen.snapshot().xmax()))
        .setString("seenXid", Long.toString(seen.xid()))
        .setString("untilXmax", Long.toString(until.snapshot().xmax()))
        .setLong("passed", from.passedSeq())
        .setLong("seenSeq", seen.seq())
        .setLong("untilSeq", until.seq())
        .setString("until", until.snapshot().text())
        .setString("seen", seen.snapshot().text());
  }

  private static long lastSeq(List<StoredEvent> events) {
    return events.get(events.size() - 1).event().sequence();
  }

  private static List<StoredEvent> rows(NamedSql.Bound bound) throws SQLException {
    bound.statement().execute();
    try (ResultSet rows = PlannerSettings.skipResult(bound.statement())) {
      return EventRow.readAll(rows);
    }
  }

  List<StoredEvent> readRange(
      ReplayRequest request, long after, PostgresMark upTo, int shardCount, int limit) {
    NamedSql sql = request.events().isEmpty() ? readRange : readChosen;
    return parts.autocommitted(
        "read the outbox anew",
        connection -> {
          try (NamedSql.Bound bound = sql.prepare(connection)) {
            bound
                .setInt("shardCount", shardCount)
                .setLong("after", after)
                .setLong("untilSeq", upTo.seq())
                .setString("until", upTo.snapshot().text())
                .setInt("limit", limit);
            bindRange(connection, bound, request);
            return rows(bound);
          }
        });
  }

  private static void bindRange(Connection connection, NamedSql.Bound bound, ReplayRequest request)
      throws SQLException {
    setTime(bound, "from", request.range().from());
    setTime(bound, "before", request.range().until());
    if (!request.events().isEmpty()) {
      bound.set("events", connection.createArrayOf("uuid", request.events().toArray()));
    }
    bound
        .set("types", connection.createArrayOf("text", request.types().toArray()))
        .setString("tenant", request.tenant())
        .setString("aggregateType", request.aggregateType())
        .setString("aggregateId", request.aggregateId());
  }

  private static void setTime(NamedSql.Bound bound, String name, @Nullable Instant time)
      throws SQLException {
    bound.set(
        name, time == null ? null : time.atOffset(ZoneOffset.UTC), Types.TIMESTAMP_WITH_TIMEZONE);
  }
}
