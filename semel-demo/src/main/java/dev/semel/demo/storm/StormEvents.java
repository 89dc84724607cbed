package dev.semel.demo.storm;

import dev.semel.demo.broker.Broker;
import dev.semel.demo.dashboard.Poison;
import dev.semel.demo.database.Database;
import dev.semel.demo.flow.DeadEvents;
import dev.semel.demo.flow.Flow;
import dev.semel.demo.flow.FlowCounts;
import dev.semel.demo.tokens.User;
import dev.semel.jdbc.NamedSql;
import dev.semel.relay.ReplayRequest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * What storms do to events, and what becomes of those: asked of the database, on connections of its
 * own, and of Kafka. Safe for use by several threads.
 */
@Component
class StormEvents {
  private static final Logger LOG = LoggerFactory.getLogger(StormEvents.class);
  private static final User RUNNER = new User("storm", "runner", "storm");
  private static final int REWOUND_RECORDS = 200;
  private static final Duration MAX_ARRIVAL = Duration.ofMinutes(2);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private static final NamedSql COMMITTED = NamedSql.of(EventsSql.COMMITTED);
  private static final NamedSql CASES = NamedSql.of(EventsSql.CASES);
  private static final NamedSql MISSING = NamedSql.of(EventsSql.MISSING);
  private static final NamedSql APPLIED = NamedSql.of(EventsSql.APPLIED);
  private static final NamedSql LATEST = NamedSql.of(EventsSql.LATEST);

  private final Database database;
  private final Broker broker;
  private final Flow flow;
  private final DeadEvents deadEvents;
  private final Poison poison;

  StormEvents(Database database, Broker broker, Flow flow, DeadEvents deadEvents, Poison poison) {
    this.database = database;
    this.broker = broker;
    this.flow = flow;
    this.deadEvents = deadEvents;
    this.poison = poison;
  }

  boolean hasBroker() {
    return broker.isThere();
  }

  FlowCounts counts() {
    return flow.counts();
  }

  /** Where the topic ends; nowhere without a broker. */
  Map<TopicPartition, Long> ends() {
    return broker.isThere() ? flow.ends() : Map.of();
  }

  void rewind() {
    flow.rewind(REWOUND_RECORDS);
  }

  boolean killConsumer(Runnable stir) {
    return flow.crashConsumer(stir);
  }

  boolean killRelay(Runnable stir) {
    return flow.crashRelay(stir);
  }

  /**
   * Publishes the latest event of a case before those that it came after.
   *
   * @param stir makes two events or more of the case
   */
  void reorder(UUID caseId, Runnable stir) {
    flow.overtake(
        () -> {
          stir.run();
          return latestOf(caseId);
        });
  }

  void poison() {
    poison.add(RUNNER.tenant(), 1);
  }

  private ReplayRequest latestOf(UUID caseId) {
    try (Connection connection = database.connect();
        NamedSql.Bound bound = LATEST.prepare(connection).setString("caseId", caseId.toString());
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return ReplayRequest.named("overtaking")
          .tenant(RUNNER.tenant())
          .aggregate("case", caseId.toString())
          .from(row.getObject(1, OffsetDateTime.class).toInstant());
    } catch (SQLException e) {
      throw new IllegalStateException("the database was away when events should be reordered", e);
    }
  }

  /** Redrives what died, and waits until all events have arrived and nobody has more to say. */
  void arrive(UUID stormId) {
    poison.stop(RUNNER.tenant());
    long startNanos = System.nanoTime();
    while (!haveArrived(stormId) && System.nanoTime() - startNanos < MAX_ARRIVAL.toNanos()) {
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
  }

  private boolean haveArrived(UUID stormId) {
    try (Connection connection = database.connect();
        NamedSql.Bound bound = MISSING.prepare(connection).setString("storm", stormId.toString());
        ResultSet row = bound.statement().executeQuery()) {
      deadEvents.redrive(RUNNER, null);
      row.next();
      return row.getLong(1) == 0 && flow.lag() == 0;
    } catch (SQLException | RuntimeException e) {
      LOG.warn("could not see whether events have arrived: {}", e.getMessage());
      return false;
    }
  }

  /**
   * Counts.
   *
   * @param from where the topic ended when the storm began
   */
  EventsFound check(UUID stormId, Map<TopicPartition, Long> from) {
    try (Connection connection = database.connect()) {
      Set<UUID> committed = ids(connection, COMMITTED, stormId);
      Set<UUID> cases = ids(connection, CASES, stormId);
      Set<UUID> strangers = TopicLog.idsOf(cases, broker.bootstrapServers(), from, flow.ends());
      Set<UUID> published = new HashSet<>(strangers);
      published.retainAll(committed);
      strangers.removeAll(committed);
      return found(connection, stormId, committed.size(), published.size(), strangers.size());
    } catch (SQLException e) {
      throw new IllegalStateException(
          "the database does not answer, so there is no verdict; start another storm", e);
    }
  }

  private static EventsFound found(
      Connection connection, UUID stormId, long committed, long published, long strangers)
      throws SQLException {
    try (NamedSql.Bound bound = APPLIED.prepare(connection).setString("storm", stormId.toString());
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return new EventsFound(
          committed,
          published,
          strangers,
          row.getLong("applied"),
          row.getLong("applied_twice"),
          row.getLong("out_of_order"),
          row.getLong("wrong_cases"));
    }
  }

  private static Set<UUID> ids(Connection connection, NamedSql sql, UUID stormId)
      throws SQLException {
    try (NamedSql.Bound bound = sql.prepare(connection).setString("storm", stormId.toString());
        ResultSet rows = bound.statement().executeQuery()) {
      Set<UUID> ids = new HashSet<>();
      while (rows.next()) {
        ids.add(rows.getObject(1, UUID.class));
      }
      return ids;
    }
  }
}
