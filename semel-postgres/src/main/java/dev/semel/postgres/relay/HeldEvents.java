package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import dev.semel.relay.Aggregate;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.DueEvents;
import dev.semel.relay.spi.HeldChange;
import dev.semel.relay.spi.HeldEvent;
import dev.semel.relay.spi.ShardWrite;
import dev.semel.relay.spi.StoredEvent;
import dev.semel.relay.spi.WriteResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Positions, and what could not be published. */
final class HeldEvents {
  private final RelayParts parts;
  private final HeldSql sql;

  /** Null if nothing is written. */
  private final @Nullable ServerRun run;

  HeldEvents(RelayParts parts) {
    this(parts, null);
  }

  /**
   * Creates the part of a session that writes.
   *
   * @param run the server run in which positions were read
   */
  HeldEvents(RelayParts parts, @Nullable ServerRun run) {
    this.parts = parts;
    this.sql = new HeldSql(parts);
    this.run = run;
  }

  WriteResult write(String relay, Collection<ShardWrite> writes, boolean deadLettersBlock) {
    List<ShardWrite> all = List.copyOf(writes);
    if (all.stream().allMatch(write -> write.changes().isEmpty())) {
      return parts.autocommitted(
          "save the position of relay " + relay,
          connection -> new WriteResult(save(connection, relay, all, true), Set.of()));
    }
    return parts.transacted(
        "save the held events of relay " + relay,
        connection -> {
          Set<Integer> current = save(connection, relay, all, false);
          HeldWrite write = new HeldWrite(parts, sql, connection, relay, deadLettersBlock);
          Set<Aggregate> freed = write.apply(changesOf(all, current));
          return new WriteResult(current, freed);
        });
  }

  private static List<HeldWrite.ShardChange> changesOf(
      List<ShardWrite> writes, Set<Integer> current) {
    List<HeldWrite.ShardChange> changes = new ArrayList<>();
    for (ShardWrite write : writes) {
      int shard = write.lease().shard();
      if (current.contains(shard)) {
        for (HeldChange change : write.changes()) {
          changes.add(new HeldWrite.ShardChange(shard, change));
        }
      }
    }
    return changes;
  }

  private Set<Integer> save(
      Connection connection, String relay, List<ShardWrite> writes, boolean quick)
      throws SQLException {
    Set<Integer> current = new HashSet<>();
    try (NamedSql.Bound bound = parts.bindNow(sql.save.prepare(connection))) {
      bound
          .setString("relay", relay)
          .set("quick", quick)
          .setString("run", run == null ? null : run.identity());
      new CursorArrays(writes).bind(connection, bound);
      try (ResultSet rows = bound.statement().executeQuery()) {
        while (rows.next()) {
          current.add(rows.getInt(1));
        }
      }
    }
    if (run != null && current.size() < writes.size()) {
      run.check(ServerRun.of(connection).identity());
    }
    return current;
  }

  DueEvents due(String relay, Set<Integer> shards, Set<Long> except, int limit) {
    return parts.autocommitted(
        "look for held events of relay " + relay,
        connection ->
            new DueEvents(
                dueEvents(connection, relay, shards, except, limit),
                decisions(connection, relay, shards)));
  }

  private List<HeldEvent> dueEvents(
      Connection connection, String relay, Set<Integer> shards, Set<Long> except, int limit)
      throws SQLException {
    List<HeldEvent> events = new ArrayList<>();
    try (NamedSql.Bound bound = parts.bindNow(sql.due.prepare(connection))) {
      bound
          .setString("relay", relay)
          .set("shards", RelayParts.integers(connection, shards))
          .set("except", RelayParts.longs(connection, except))
          .setInt("limit", limit);
      try (ResultSet rows = bound.statement().executeQuery()) {
        while (rows.next()) {
          RelayedEvent event = EventRow.read(rows, 3);
          events.add(
              new HeldEvent(
                  new StoredEvent(rows.getInt(3), event), rows.getInt(1), rows.getLong(2)));
        }
      }
    }
    return events;
  }

  private Map<Integer, Long> decisions(Connection connection, String relay, Set<Integer> shards)
      throws SQLException {
    Map<Integer, Long> decisions = new HashMap<>();
    try (NamedSql.Bound bound = sql.decisions.prepare(connection)) {
      bound.setString("relay", relay).set("shards", RelayParts.integers(connection, shards));
      try (ResultSet rows = bound.statement().executeQuery()) {
        while (rows.next()) {
          decisions.put(rows.getInt(1), rows.getLong(2));
        }
      }
    }
    return decisions;
  }

  List<Aggregate> blocked(String relay, int shard, boolean deadLettersBlock) {
    return parts.autocommitted(
        "look for blocked aggregates of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = sql.blocked.prepare(connection)) {
            bound
                .setString("relay", relay)
                .setInt("shard", shard)
                .set("deadBlocks", deadLettersBlock);
            try (ResultSet rows = bound.statement().executeQuery()) {
              return HeldWrite.aggregates(rows);
            }
          }
        });
  }
}
