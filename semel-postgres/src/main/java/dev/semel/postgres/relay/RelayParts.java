package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import dev.semel.spi.StoreException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of the relay's database share.
 *
 * @param schema as it stands in statements
 * @param pinned the one connection to use; null to take one from the source for each call
 * @param clock null in production: the database's own clock counts
 */
record RelayParts(
    DataSource dataSource,
    String schema,
    @Nullable Connection pinned,
    @Nullable InstantSource clock) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Something done on a connection. */
  interface Work<V> {
    V on(Connection connection) throws SQLException;
  }

  /** The same, on one connection. */
  RelayParts pinnedTo(Connection connection) {
    return new RelayParts(dataSource, schema, connection, clock);
  }

  /** A statement, with this schema. */
  NamedSql sql(String text) {
    return NamedSql.of(text.replace("${schema}", schema));
  }

  /** Every statement is a transaction of its own. */
  <V> V autocommitted(String what, Work<V> work) {
    return on(what, true, work);
  }

  /**
   * Runs work in one transaction, in which each statement sees what was committed before it. The
   * isolation level is set for the transaction only: a pooler may share the server connection.
   */
  <V> V transacted(String what, Work<V> work) {
    return on(
        what,
        false,
        connection -> {
          try {
            readCommitted(connection);
            V result = work.on(connection);
            connection.commit();
            return result;
          } catch (SQLException | RuntimeException e) {
            rollBack(connection, e);
            throw e;
          }
        });
  }

  private static void readCommitted(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }
  }

  private static void rollBack(Connection connection, Exception cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private <V> V on(String what, boolean autoCommit, Work<V> work) {
    try {
      if (pinned != null) {
        return on(pinned, autoCommit, work);
      }
      try (Connection connection = dataSource.getConnection()) {
        return on(connection, autoCommit, work);
      }
    } catch (SQLException e) {
      throw new StoreException("could not %s (SQLSTATE %s)".formatted(what, e.getSQLState()), e);
    }
  }

  private static <V> V on(Connection connection, boolean autoCommit, Work<V> work)
      throws SQLException {
    boolean before = connection.getAutoCommit();
    if (before != autoCommit) {
      connection.setAutoCommit(autoCommit);
    }
    V result = work.on(connection);
    if (before != autoCommit) {
      connection.setAutoCommit(before);
    }
    return result;
  }

  NamedSql.Bound bindNow(NamedSql.Bound bound) throws SQLException {
    return bound.set("now", now(), Types.TIMESTAMP_WITH_TIMEZONE);
  }

  private @Nullable OffsetDateTime now() {
    return clock == null ? null : clock.instant().atOffset(ZoneOffset.UTC);
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / NANOS_PER_SECOND;
  }

  static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  static @Nullable Duration micros(ResultSet row, int column) throws SQLException {
    long micros = row.getLong(column);
    return row.wasNull() ? null : Duration.of(micros, ChronoUnit.MICROS);
  }

  static Array integers(Connection connection, Collection<Integer> values) throws SQLException {
    return connection.createArrayOf("int4", values.toArray());
  }

  static Array longs(Connection connection, Collection<Long> values) throws SQLException {
    return connection.createArrayOf("int8", values.toArray());
  }

  static Array texts(Connection connection, Collection<@Nullable String> values)
      throws SQLException {
    return connection.createArrayOf("text", values.toArray());
  }
}
