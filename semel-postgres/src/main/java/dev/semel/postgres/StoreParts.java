package dev.semel.postgres;

import dev.semel.IntentId;
import dev.semel.Scope;
import dev.semel.jdbc.NamedSql;
import dev.semel.jdbc.SqlStates;
import dev.semel.postgres.connection.CommandDataSource;
import dev.semel.spi.StoreException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of the store share.
 *
 * @param dataSource the pool; its connections never take part in a command that runs already
 * @param commands shares the connections of commands with effects; null if effects use their own
 *     connection only
 * @param clock null in production: the database's own clock counts
 */
record StoreParts(
    DataSource dataSource,
    @Nullable CommandDataSource commands,
    String schema,
    @Nullable InstantSource clock) {

  private static final int MAX_ATTEMPTS = 20;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** As it stands in statements; the name itself is known to need no escaping. */
  String quotedSchema() {
    return '"' + schema + '"';
  }

  /**
   * Works on a connection on which every statement is a transaction of its own. Where the
   * database's default isolation is serializable, such a statement may lose against another one; it
   * is then repeated, because the server has rolled it back.
   *
   * @param what what it is about; told only if it fails, because the name of an intent is a hash
   */
  <V> V autocommitted(Supplier<String> what, Work<V> work) {
    return Objects.requireNonNull(autocommittedOrNull(what, work::on));
  }

  /** As {@link #autocommitted}, where null is a possible result. */
  <V> @Nullable V autocommittedOrNull(Supplier<String> what, WorkOrNull<V> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return once(work);
      } catch (SQLException e) {
        if (attempt == MAX_ATTEMPTS || !SqlStates.isConflict(e)) {
          throw failed(what.get(), e);
        }
        pause(attempt);
      }
    }
  }

  private <V> @Nullable V once(WorkOrNull<V> work) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      if (!autoCommit) {
        connection.setAutoCommit(true);
      }
      @Nullable V result = work.on(connection);
      if (!autoCommit) {
        connection.setAutoCommit(false);
      }
      return result;
    }
  }

  private static void pause(int attempt) {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(attempt * PAUSE_NANOS));
  }

  /** Something done on a connection. */
  interface Work<V> {
    V on(Connection connection) throws SQLException;
  }

  /** Something done on a connection that may come to nothing. */
  interface WorkOrNull<V> {
    @Nullable V on(Connection connection) throws SQLException;
  }

  /**
   * Describes a failure by its SQLSTATE, because the server's message may contain values. Only a
   * connection pool throws failures without SQLSTATE, and its message has none.
   */
  static StoreException failed(String what, SQLException e) {
    String state = e.getSQLState();
    return new StoreException(
        state == null
            ? "could not %s: %s".formatted(what, e.getMessage())
            : "could not %s (SQLSTATE %s)".formatted(what, state),
        e);
  }

  /** The time for tests that set it, else null. */
  @Nullable OffsetDateTime now() {
    return clock == null ? null : timestamp(clock.instant());
  }

  static @Nullable OffsetDateTime timestamp(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }

  NamedSql.Bound bind(NamedSql sql, Connection connection, IntentId intent) throws SQLException {
    return bindNow(bindIntent(sql.prepare(connection), intent));
  }

  NamedSql.Bound bindNow(NamedSql.Bound bound) throws SQLException {
    return bound.set("now", now(), Types.TIMESTAMP_WITH_TIMEZONE);
  }

  static NamedSql.Bound bindIntent(NamedSql.Bound bound, IntentId intent) throws SQLException {
    return bindScope(bound, intent.scope()).setString("key", intent.key());
  }

  static NamedSql.Bound bindScope(NamedSql.Bound bound, Scope scope) throws SQLException {
    return bound
        .setString("tenant", scope.tenant())
        .setString("operation", scope.operation())
        .setString("principal", scope.principal() == null ? "" : scope.principal());
  }

  /** The advisory lock of an intent. Two intents may share one; the unique key tells them apart. */
  static long lockOf(IntentId intent) {
    return ByteBuffer.wrap(intent.digest()).getLong();
  }
}
