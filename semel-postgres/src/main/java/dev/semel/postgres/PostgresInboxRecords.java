package dev.semel.postgres;

import dev.semel.inbox.Aggregate;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.InboxRecords;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.MessageKey;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.PayloadHash;
import dev.semel.inbox.ReplayRequest;
import dev.semel.inbox.ViolationRecord;
import dev.semel.jdbc.NamedSql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What operators look at and decide about messages, and purge, on PostgreSQL. */
final class PostgresInboxRecords implements InboxRecords {
  private static final int MAX_LIMIT = 10_000;

  private final StoreParts parts;
  private final InboxRecordsSql sql;

  PostgresInboxRecords(StoreParts parts, InboxRecordsSql sql) {
    this.parts = parts;
    this.sql = sql;
  }

  /** Binds a statement. */
  private interface Binding {
    void bind(NamedSql.Bound bound) throws SQLException;
  }

  /** Reads a row. */
  private interface Reading<V> {
    V read(ResultSet row) throws SQLException;
  }

  private <V> List<V> query(NamedSql query, Binding binding, Reading<V> reading) {
    return parts.autocommitted(
        () -> "look at messages",
        connection -> {
          List<V> found = new ArrayList<>();
          try (NamedSql.Bound bound = query.prepare(connection)) {
            binding.bind(bound);
            try (ResultSet rows = bound.statement().executeQuery()) {
              while (rows.next()) {
                found.add(reading.read(rows));
              }
            }
          }
          return found;
        });
  }

  private int update(NamedSql change, Binding binding) {
    return parts.autocommitted(
        () -> "change messages",
        connection -> {
          try (NamedSql.Bound bound = change.prepare(connection)) {
            binding.bind(bound);
            return bound.statement().executeUpdate();
          }
        });
  }

  private static NamedSql.Bound bindId(NamedSql.Bound bound, String consumer, MessageId id)
      throws SQLException {
    return bound
        .setString("consumer", consumer)
        .setString("source", id.source())
        .setString("messageId", id.id());
  }

  private static int checked(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("limit is %d; give 1 to %d".formatted(limit, MAX_LIMIT));
    }
    return limit;
  }

  @Override
  public @Nullable KeptMessage find(String consumer, MessageId id) {
    List<KeptMessage> found =
        query(sql.find, bound -> bindId(bound, consumer, id), MessageRows::kept);
    return found.isEmpty() ? null : found.get(0);
  }

  @Override
  public boolean isKnown(String consumer, MessageId id) {
    return !query(sql.isKnown, bound -> bindId(bound, consumer, id), row -> true).isEmpty();
  }

  @Override
  public List<KeptMessage> list(String consumer, MessageState state, int limit) {
    return listed(consumer, state, null, limit);
  }

  @Override
  public List<KeptMessage> list(String consumer, MessageState state, String tenant, int limit) {
    return listed(consumer, state, tenant, limit);
  }

  private List<KeptMessage> listed(
      String consumer, MessageState state, @Nullable String tenant, int limit) {
    return query(
        state.isOver() ? sql.listOver : sql.listOpen,
        bound ->
            bound
                .setString("consumer", consumer)
                .setString("state", state.name())
                .setString("tenant", tenant)
                .setInt("limit", checked(limit)),
        MessageRows::kept);
  }

  /** A state with how many there are, and the age of the oldest. */
  private record Count(MessageState state, long messages, Duration age) {}

  private List<Count> openStates(String consumer) {
    return query(
        sql.counts,
        bound -> parts.bindNow(bound).setString("consumer", consumer),
        row ->
            new Count(
                MessageState.valueOf(row.getString(1)),
                row.getLong(2),
                Duration.of(row.getLong(3), ChronoUnit.MICROS)));
  }

  @Override
  public Map<MessageState, Long> counts(String consumer) {
    Map<MessageState, Long> counts = new EnumMap<>(MessageState.class);
    openStates(consumer).forEach(count -> counts.put(count.state(), count.messages()));
    return counts;
  }

  @Override
  public Map<MessageState, Duration> ages(String consumer) {
    Map<MessageState, Duration> ages = new EnumMap<>(MessageState.class);
    openStates(consumer).forEach(count -> ages.put(count.state(), count.age()));
    return ages;
  }

  @Override
  public List<ViolationRecord> violations(String consumer, int limit) {
    return query(
        sql.violations,
        bound -> bound.setString("consumer", consumer).setInt("limit", checked(limit)),
        row ->
            new ViolationRecord(
                row.getString(MessageRows.NEXT),
                MessageRows.message(row),
                Objects.requireNonNull(RecordReader.instant(row, MessageRows.NEXT + 1)),
                Objects.requireNonNull(RecordReader.instant(row, MessageRows.NEXT + 2)),
                row.getLong(MessageRows.NEXT + 3)));
  }

  @Override
  public @Nullable Long versionOf(String consumer, Aggregate aggregate) {
    List<Long> found =
        query(
            sql.versionOf,
            bound -> bindAggregate(bound.setString("consumer", consumer), aggregate),
            row -> row.getLong(1));
    return found.isEmpty() ? null : found.get(0);
  }

  private static NamedSql.Bound bindAggregate(NamedSql.Bound bound, Aggregate aggregate)
      throws SQLException {
    return bound
        .setString("tenant", aggregate.tenant())
        .setString("aggregateType", aggregate.type())
        .setString("key", aggregate.key());
  }

  @Override
  public boolean redrive(String consumer, MessageId id) {
    return update(sql.redrive, bound -> bindId(parts.bindNow(bound), consumer, id)) == 1;
  }

  @Override
  public int redriveKey(String consumer, MessageKey key, int limit) {
    return redriveMany(consumer, key, limit);
  }

  @Override
  public int redriveAll(String consumer, int limit) {
    return redriveMany(consumer, null, limit);
  }

  private int redriveMany(String consumer, @Nullable MessageKey key, int limit) {
    return update(
        sql.redriveMany,
        bound ->
            parts
                .bindNow(bound)
                .setString("consumer", consumer)
                .setString("tenant", key == null ? null : key.tenant())
                .setString("key", key == null ? null : key.key())
                .setInt("limit", checked(limit)));
  }

  @Override
  public boolean dismiss(ConsumerSettings consumer, MessageId id, String reason) {
    Double retention = InboxBinder.seconds(consumer.retention().period());
    return update(
            sql.dismiss,
            bound ->
                bindId(parts.bindNow(bound), consumer.name(), id)
                    .setString("reason", reason)
                    .set("retentionSeconds", retention, Types.DOUBLE))
        == 1;
  }

  @Override
  public boolean dismissViolation(String consumer, MessageId id, PayloadHash hash) {
    return update(
            sql.dismissViolation,
            bound -> bindId(bound, consumer, id).setBytes("hash", hash.digest()))
        == 1;
  }

  @Override
  public boolean skipTo(String consumer, Aggregate aggregate, long nextVersion) {
    return parts.autocommitted(
        () -> "skip a gap",
        connection -> {
          try (NamedSql.Bound bound = parts.bindNow(sql.skip.prepare(connection))) {
            bindAggregate(bound.setString("consumer", consumer), aggregate)
                .setLong("version", nextVersion - 1);
            SqlArrays arrays = new SqlArrays(connection, bound);
            InboxBinder.bindAggregates(arrays, "released", List.of(aggregate));
            arrays.longs("releasedVersion", List.of(nextVersion - 1), version -> version);
            // Sent in one flight, and so in one transaction.
            return PostgresFlight.countsOf(bound.statement()).get(0) == 1;
          }
        });
  }

  @Override
  public int replay(ReplayRequest request, int limit) {
    return update(
        sql.replay,
        bound ->
            parts
                .bindNow(bound)
                .setString("from", request.from())
                .setString("to", request.to())
                .setString("type", request.type())
                .setString("tenant", request.tenant())
                .setString("key", request.key())
                .set("since", StoreParts.timestamp(request.since()), Types.TIMESTAMP_WITH_TIMEZONE)
                .setInt("limit", checked(limit)));
  }

  List<KeptMessage> reportOverdue(String consumer, int limit) {
    return query(
        sql.reportOverdue,
        bound ->
            parts.bindNow(bound).setString("consumer", consumer).setInt("limit", checked(limit)),
        MessageRows::kept);
  }

  int purge(int maxMarkers) {
    return query(
            sql.purge,
            bound -> parts.bindNow(bound).setInt("limit", checked(maxMarkers)),
            row -> row.getInt(1))
        .get(0);
  }
}
