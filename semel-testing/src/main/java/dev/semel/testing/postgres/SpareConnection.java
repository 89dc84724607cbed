package dev.semel.testing.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one connection from call to call, because tests look many times, and a new process of
 * PostgreSQL for each look costs more than the look.
 *
 * <p><b>Guarantee:</b> no more than one connection stays open between calls, none between {@link
 * #close} and the next call, and a call finds nothing of an earlier one's session.
 */
final class SpareConnection {

  /** Opens a connection. */
  interface Source {
    Connection connect() throws SQLException;
  }

  /** What is done with a connection. */
  interface Work<V> {
    V on(Connection connection) throws SQLException;
  }

  /** How long a connection may take to say that it is still there. */
  private static final int ALIVE_WITHIN_SECONDS = 10;

  private final Source source;
  private final AtomicReference<@Nullable Connection> spare = new AtomicReference<>();

  SpareConnection(Source source) {
    this.source = source;
  }

  // A connection on which anything failed is closed: whether its session can still be used depends
  // on what it was.
  <V> V run(Work<V> work) throws SQLException {
    Connection connection = take();
    boolean clean = false;
    try {
      V result = work.on(connection);
      clean = forgetsSession(connection);
      return result;
    } finally {
      if (clean) {
        giveBack(connection);
      } else {
        closeQuietly(connection);
      }
    }
  }

  private Connection take() throws SQLException {
    Connection kept = spare.getAndSet(null);
    if (kept != null) {
      if (kept.isValid(ALIVE_WITHIN_SECONDS)) {
        return kept;
      }
      closeQuietly(kept);
    }
    return source.connect();
  }

  private void giveBack(Connection connection) {
    if (!spare.compareAndSet(null, connection)) {
      closeQuietly(connection);
    }
  }

  void close() {
    Connection kept = spare.getAndSet(null);
    if (kept != null) {
      closeQuietly(kept);
    }
  }

  private static boolean forgetsSession(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DISCARD ALL");
      return true;
    } catch (SQLException e) {
      return false; // The work is done; only its connection is of no use any more.
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It was of no use any more.
    }
  }
}
