package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import dev.semel.relay.Aggregate;
import dev.semel.relay.spi.HeldChange;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Writes changes of held events, in a transaction that has locked their shards. */
final class HeldWrite {
  private final RelayParts parts;
  private final HeldSql sql;
  private final Connection connection;
  private final String relay;
  private final boolean deadLettersBlock;

  HeldWrite(
      RelayParts parts,
      HeldSql sql,
      Connection connection,
      String relay,
      boolean deadLettersBlock) {
    this.parts = parts;
    this.sql = sql;
    this.connection = connection;
    this.relay = relay;
    this.deadLettersBlock = deadLettersBlock;
  }

  /** A change, and its shard. */
  record ShardChange(int shard, HeldChange change) {
    Aggregate aggregate() {
      return change.event().aggregate();
    }
  }

  /** Returns which aggregates were touched and are free now. */
  Set<Aggregate> apply(List<ShardChange> changes) throws SQLException {
    List<ShardChange> published = of(changes, HeldChange.Succeeds.class);
    List<ShardChange> dead = of(changes, HeldChange.Parks.class);
    delete(published);
    fail(of(changes, HeldChange.Fails.class));
    park(dead);
    // Last, so that it is seen what they wait for.
    hold(of(changes, HeldChange.Waits.class));
    Set<Aggregate> touched = new LinkedHashSet<>();
    published.forEach(change -> touched.add(change.aggregate()));
    dead.forEach(change -> touched.add(change.aggregate()));
    return touched.isEmpty() ? Set.of() : goOn(touched);
  }

  /** Lets the next of each aggregate be tried; returns those that have none. */
  Set<Aggregate> goOn(Collection<Aggregate> aggregates) throws SQLException {
    try (NamedSql.Bound bound = parts.bindNow(sql.promote.prepare(connection))) {
      bindAggregates(bound, aggregates);
      bound.statement().executeUpdate();
    }
    try (NamedSql.Bound bound = sql.freed.prepare(connection)) {
      bindAggregates(bound, aggregates);
      try (ResultSet rows = bound.statement().executeQuery()) {
        return new HashSet<>(aggregates(rows));
      }
    }
  }

  private void bindAggregates(NamedSql.Bound bound, Collection<Aggregate> aggregates)
      throws SQLException {
    bound
        .setString("relay", relay)
        .set("deadBlocks", deadLettersBlock)
        .set("tenants", texts(aggregates, Aggregate::tenant))
        .set("types", texts(aggregates, Aggregate::type))
        .set("ids", texts(aggregates, Aggregate::id));
  }

  static List<Aggregate> aggregates(ResultSet rows) throws SQLException {
    List<Aggregate> found = new ArrayList<>();
    while (rows.next()) {
      found.add(new Aggregate(rows.getString(1), rows.getString(2), rows.getString(3)));
    }
    return found;
  }

  private static List<ShardChange> of(List<ShardChange> changes, Class<? extends HeldChange> kind) {
    return changes.stream().filter(change -> kind.isInstance(change.change())).toList();
  }

  private void delete(List<ShardChange> published) throws SQLException {
    if (published.isEmpty()) {
      return;
    }
    try (NamedSql.Bound bound = sql.deletePublished.prepare(connection)) {
      bound.setString("relay", relay).set("seqs", seqs(published));
      bound.statement().executeUpdate();
    }
  }

  private void hold(List<ShardChange> waiting) throws SQLException {
    if (waiting.isEmpty()) {
      return;
    }
    try (NamedSql.Bound bound = bindRows(sql.insertWaiting, waiting)) {
      bound.set("deadBlocks", deadLettersBlock);
      bound.statement().executeUpdate();
    }
  }

  private void fail(List<ShardChange> failed) throws SQLException {
    if (failed.isEmpty()) {
      return;
    }
    List<HeldChange.Fails> fails =
        failed.stream().map(change -> (HeldChange.Fails) change.change()).toList();
    Object[] backoffs = fails.stream().map(it -> RelayParts.seconds(it.backoff())).toArray();
    try (NamedSql.Bound bound = bindRows(sql.upsertFailed, failed)) {
      bound
          .set("attempts", integers(fails, HeldChange.Fails::failedAttempts))
          .set("backoffSeconds", connection.createArrayOf("float8", backoffs))
          .set("reasons", texts(fails, HeldChange.Fails::reason));
      bound.statement().executeUpdate();
    }
  }

  private void park(List<ShardChange> dead) throws SQLException {
    if (dead.isEmpty()) {
      return;
    }
    List<HeldChange.Parks> parks =
        dead.stream().map(change -> (HeldChange.Parks) change.change()).toList();
    try (NamedSql.Bound bound = bindRows(sql.upsertDead, dead)) {
      bound
          .set("attempts", integers(parks, HeldChange.Parks::failedAttempts))
          .set("reasons", texts(parks, HeldChange.Parks::reason));
      bound.statement().executeUpdate();
    }
  }

  private NamedSql.Bound bindRows(NamedSql statement, List<ShardChange> changes)
      throws SQLException {
    return parts
        .bindNow(statement.prepare(connection))
        .setString("relay", relay)
        .set("seqs", seqs(changes))
        .set("shards", integers(changes, ShardChange::shard))
        .set("tenants", texts(changes, change -> change.aggregate().tenant()))
        .set("types", texts(changes, change -> change.aggregate().type()))
        .set("ids", texts(changes, change -> change.aggregate().id()));
  }

  private Array seqs(List<ShardChange> changes) throws SQLException {
    return RelayParts.longs(
        connection, changes.stream().map(change -> change.change().event().sequence()).toList());
  }

  private <V> Array integers(Collection<V> values, Function<V, Integer> number)
      throws SQLException {
    return RelayParts.integers(connection, values.stream().map(number).toList());
  }

  private <V> Array texts(Collection<V> values, Function<V, String> text) throws SQLException {
    return connection.createArrayOf("text", values.stream().map(text).toArray());
  }
}
