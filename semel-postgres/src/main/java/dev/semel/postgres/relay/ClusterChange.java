package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds positions and events that come from another cluster, and adapts them to this one.
 *
 * <p><b>Problem.</b> A position says which transactions and which sequence values it has passed. A
 * dump or logical replication copies positions and events into a cluster with other transaction
 * ids, and logical replication leaves the sequences behind. Then new events look as if they had
 * been passed: they would never be published, and they would be purged.
 *
 * <p><b>Design.</b> Each position names its cluster. If that differs, or if a position or an event
 * is ahead of this server, one node locks the tables and does everything in one transaction. While
 * it holds the locks, every event is committed. Which events a shard has passed follows from the
 * copied numbers. The new position is "up to this seq, of all that is committed now", and the few
 * events before it that the shard has not passed become held events, which the relay publishes
 * first. Events that were written here while the sequence was behind get new values of it. Each
 * shard gets a new fence, so that nobody saves a position of the other cluster.
 */
final class ClusterChange {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel.relay");
  private static final String LIMIT_WAIT =
      "SELECT set_config('lock_timeout', '3s', true), set_config('synchronous_commit', 'on', true)";

  private final RelayParts parts;
  private final ClusterSql sql;
  private final OtherSequences otherSequences;

  ClusterChange(RelayParts parts, OtherSequences otherSequences) {
    this.parts = parts;
    this.otherSequences = otherSequences;
    this.sql = new ClusterSql(parts);
  }

  /**
   * What was found.
   *
   * @param systemIdentifier of this cluster; null if the role may not read it
   * @param otherCluster whether positions name another cluster
   * @param xidAhead whether a position or an event is ahead of the server's transaction ids
   * @param seqAhead whether a position or an event is ahead of the sequence
   */
  record Findings(
      @Nullable Long systemIdentifier,
      boolean otherCluster,
      boolean xidAhead,
      boolean seqAhead,
      long nextXid) {
    boolean isForeign() {
      return otherCluster || xidAhead || seqAhead;
    }

    String describe() {
      return (otherCluster ? "positions name another cluster" : "positions name this cluster")
          + (xidAhead ? ", transaction ids are ahead of the server" : "")
          + (seqAhead ? ", values are ahead of the sequence outbox_seq_seq" : "");
    }
  }

  /** What was done. */
  private record Report(Findings findings, int held, int renumbered) {}

  Findings check(Connection connection) throws SQLException {
    Long systemIdentifier = systemIdentifier(connection);
    try (NamedSql.Bound bound =
            sql.check.prepare(connection).set("systemIdentifier", systemIdentifier, Types.BIGINT);
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return new Findings(
          systemIdentifier,
          row.getBoolean(1),
          row.getBoolean(2),
          row.getBoolean(3),
          row.getLong(4));
    }
  }

  @Nullable Long systemIdentifier(Connection connection) throws SQLException {
    try (NamedSql.Bound bound = sql.mayIdentify.prepare(connection);
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      if (!row.getBoolean(1)) {
        return null;
      }
    }
    try (NamedSql.Bound bound = sql.identify.prepare(connection);
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /**
   * Adapts what comes from another cluster, if anything does.
   *
   * @return whether anything did
   */
  boolean adopt() {
    Findings findings = parts.autocommitted("check the positions of relays", this::check);
    if (!findings.isForeign()) {
      return false;
    }
    Optional<Report> done =
        parts.transacted(
            "adapt positions of relays that come from another cluster (the role needs UPDATE, INSERT and DELETE on outbox and UPDATE on the sequence outbox_seq_seq; or call PostgresRelays.adoptCluster() once as the owner of the schema)",
            this::adoptLocked);
    done.ifPresent(ClusterChange::log);
    otherSequences.advance();
    return done.isPresent();
  }

  private static void log(Report report) {
    LOG.warn(
        "positions of relays or events came from another cluster ({}): adapted them to this one, and relays continue; {} events behind a position are published first, {} events got new sequence values. What the other cluster published after the copy was taken is published again",
        report.findings().describe(),
        report.held(),
        report.renumbered());
  }

  private Optional<Report> adoptLocked(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(LIMIT_WAIT);
    }
    try (NamedSql.Bound bound = sql.lock.prepare(connection)) {
      bound.statement().execute();
    }
    Findings findings = check(connection);
    return findings.isForeign() ? Optional.of(adopt(connection, findings)) : Optional.empty();
  }

  private Report adopt(Connection connection, Findings findings) throws SQLException {
    Order order = order(connection, findings);
    if (findings.seqAhead()) {
      execute(connection, sql.advanceSequence);
    }
    long heldBefore = count(connection);
    mark(connection, findings, order);
    long held = count(connection) - heldBefore;
    int renumbered = order.isWrong() ? renumber(connection, findings, order) : 0;
    execute(connection, sql.rewriteXids);
    moveOn(connection, findings);
    return new Report(findings, (int) held, renumbered);
  }

  /**
   * How events that were written here stand to positions.
   *
   * @param base the last transaction here that wrote a position; null if there is none
   * @param isWrong whether events were written here while the sequence was behind
   */
  private record Order(@Nullable Long base, boolean isWrong) {}

  private Order order(Connection connection, Findings findings) throws SQLException {
    try (NamedSql.Bound bound =
            sql.order.prepare(connection).setLong("nextXid", findings.nextXid());
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      long base = row.getLong(1);
      boolean none = row.wasNull();
      boolean wrong = findings.seqAhead() || row.getBoolean(2);
      return new Order(none ? null : base, wrong && !none);
    }
  }

  private void mark(Connection connection, Findings findings, Order order) throws SQLException {
    try (NamedSql.Bound bound = parts.bindNow(sql.passed.prepare(connection))) {
      bound
          .setLong("nextXid", findings.nextXid())
          .set("renumber", order.isWrong())
          .set("base", order.base(), Types.BIGINT);
      bound.statement().executeUpdate();
    }
  }

  private int renumber(Connection connection, Findings findings, Order order) throws SQLException {
    try (NamedSql.Bound bound = sql.renumber.prepare(connection)) {
      bound.setLong("nextXid", findings.nextXid()).setString("base", String.valueOf(order.base()));
      return bound.statement().executeUpdate();
    }
  }

  private void moveOn(Connection connection, Findings findings) throws SQLException {
    try (NamedSql.Bound bound = parts.bindNow(sql.moveOn.prepare(connection))) {
      bound.set("systemIdentifier", findings.systemIdentifier(), Types.BIGINT);
      bound.statement().executeUpdate();
    }
  }

  private long count(Connection connection) throws SQLException {
    try (NamedSql.Bound bound = sql.countHeld.prepare(connection);
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private static void execute(Connection connection, NamedSql statement) throws SQLException {
    try (NamedSql.Bound bound = statement.prepare(connection)) {
      bound.statement().execute();
    }
  }
}
