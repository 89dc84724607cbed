package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import dev.semel.relay.Aggregate;
import dev.semel.relay.DeadLetter;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.DeadLetters;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Dead letters of one relay, for operators. Each shard is decided about in a transaction of its
 * own.
 */
final class PostgresDeadLetters implements DeadLetters {
  private static final int MAX_LIMIT = 10_000;

  private final RelayParts parts;
  private final DeadLetterSql sql;
  private final HeldSql held;
  private final ClusterChange cluster;
  private final String relay;

  PostgresDeadLetters(RelayParts parts, ClusterChange cluster, String relay) {
    this.parts = parts;
    this.cluster = cluster;
    this.sql = new DeadLetterSql(parts);
    this.held = new HeldSql(parts);
    this.relay = relay;
  }

  @Override
  public List<DeadLetter> list(DeadLetterFilter filter, int limit) {
    return parts.autocommitted(
        "list the dead letters of relay " + relay,
        connection -> {
          List<DeadLetter> found = new ArrayList<>();
          try (NamedSql.Bound bound = bind(sql.list.prepare(connection), filter, limit);
              ResultSet rows = bound.statement().executeQuery()) {
            while (rows.next()) {
              found.add(deadLetter(rows));
            }
          }
          return found;
        });
  }

  private static DeadLetter deadLetter(ResultSet row) throws SQLException {
    return new DeadLetter(
        EventRow.read(row, 5),
        row.getInt(1),
        row.getInt(2),
        Objects.requireNonNullElse(row.getString(3), ""),
        Objects.requireNonNull(RelayParts.instant(row, 4)),
        row.getLong(5));
  }

  private NamedSql.Bound bind(NamedSql.Bound bound, DeadLetterFilter filter, int limit)
      throws SQLException {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("limit is %d; give 1 to %d".formatted(limit, MAX_LIMIT));
    }
    return bound
        .setString("relay", relay)
        .setString("tenant", filter.tenant())
        .setString("eventType", filter.eventType())
        .setString("aggregateType", filter.aggregateType())
        .setString("aggregateId", filter.aggregateId())
        .setInt("limit", limit);
  }

  @Override
  public boolean redrive(UUID event, Decision decision) {
    return decide(findOne(event), sql.redrive, "REDRIVEN", decision) > 0;
  }

  @Override
  public int redrive(DeadLetterFilter filter, int limit, Decision decision) {
    return decide(find(filter, limit), sql.redrive, "REDRIVEN", decision);
  }

  @Override
  public boolean discard(UUID event, Decision decision) {
    return decide(findOne(event), sql.discard, "DISCARDED", decision) > 0;
  }

  private Map<Integer, List<UUID>> findOne(UUID event) {
    return parts.autocommitted(
        "look for a dead letter of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = sql.findOne.prepare(connection)) {
            bound.set("event", event).setString("relay", relay);
            return byShard(bound);
          }
        });
  }

  private Map<Integer, List<UUID>> find(DeadLetterFilter filter, int limit) {
    return parts.autocommitted(
        "look for dead letters of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = bind(sql.find.prepare(connection), filter, limit)) {
            return byShard(bound);
          }
        });
  }

  private static Map<Integer, List<UUID>> byShard(NamedSql.Bound bound) throws SQLException {
    Map<Integer, List<UUID>> found = new TreeMap<>();
    try (ResultSet rows = bound.statement().executeQuery()) {
      while (rows.next()) {
        found
            .computeIfAbsent(rows.getInt(1), shard -> new ArrayList<>())
            .add(rows.getObject(2, UUID.class));
      }
    }
    return found;
  }

  private int decide(
      Map<Integer, List<UUID>> found, NamedSql change, String what, Decision decision) {
    // A decision locks positions; those of another cluster are adapted before anything changes
    // them.
    cluster.adopt();
    int decided = 0;
    for (Map.Entry<Integer, List<UUID>> shard : found.entrySet()) {
      decided +=
          parts.transacted(
              "decide about dead letters of relay " + relay,
              connection -> {
                lock(connection, shard.getKey());
                return decideIn(connection, shard.getValue(), change, what, decision);
              });
    }
    return decided;
  }

  private void lock(Connection connection, int shard) throws SQLException {
    try (NamedSql.Bound bound = sql.lockShard.prepare(connection)) {
      bound.setString("relay", relay).setInt("shard", shard);
      bound.statement().executeUpdate();
    }
  }

  private int decideIn(
      Connection connection, List<UUID> events, NamedSql change, String what, Decision decision)
      throws SQLException {
    List<UUID> decided = new ArrayList<>();
    Set<Aggregate> aggregates = new LinkedHashSet<>();
    try (NamedSql.Bound bound = change.prepare(connection)) {
      if (change == sql.redrive) {
        parts.bindNow(bound);
      }
      bound.setString("relay", relay).set("events", uuids(connection, events));
      try (ResultSet rows = bound.statement().executeQuery()) {
        while (rows.next()) {
          decided.add(rows.getObject(1, UUID.class));
          aggregates.add(new Aggregate(rows.getString(2), rows.getString(3), rows.getString(4)));
        }
      }
    }
    if (!decided.isEmpty()) {
      // What waits behind another dead letter of the aggregate goes on waiting.
      new HeldWrite(parts, held, connection, relay, true).goOn(aggregates);
      note(connection, decided, what, decision);
    }
    return decided.size();
  }

  private void note(Connection connection, List<UUID> events, String what, Decision decision)
      throws SQLException {
    try (NamedSql.Bound bound = parts.bindNow(sql.note.prepare(connection))) {
      bound
          .setString("relay", relay)
          .setString("decision", what)
          .setString("reason", decision.reason())
          .setString("by", decision.by())
          .set("events", uuids(connection, events));
      bound.statement().executeUpdate();
    }
  }

  private static Array uuids(Connection connection, List<UUID> events) throws SQLException {
    return connection.createArrayOf("uuid", events.toArray());
  }
}
