package dev.semel.testing.crash;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Keeps each connection within reach until it is closed. One that a handler has lost would
 * otherwise be closed by the driver as soon as the collector comes by, and only found to be left
 * behind if it does not. Whoever has used it closes it, and what was lost with it. Safe for use by
 * several threads.
 */
final class KeptConnections extends PGSimpleDataSource implements AutoCloseable {
  private static final long serialVersionUID = 1L;

  private final transient List<Connection> kept = new ArrayList<>();

  KeptConnections(String jdbcUrl) {
    setURL(jdbcUrl);
  }

  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    Connection connection = super.getConnection(user, password);
    keep(connection);
    return connection;
  }

  private synchronized void keep(Connection connection) {
    kept.removeIf(KeptConnections::isClosed);
    kept.add(connection);
  }

  /** Closes all that are open. */
  @Override
  public synchronized void close() {
    kept.forEach(KeptConnections::abort);
    kept.clear();
  }

  /** One that is still used would keep waiting whoever closes it as a user does. */
  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // It is of no more use either way.
    }
  }

  private static boolean isClosed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      return false;
    }
  }
}
