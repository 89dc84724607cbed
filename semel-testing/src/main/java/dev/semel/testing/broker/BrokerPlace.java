package dev.semel.testing.broker;

import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Where a test's broker is. Immutable.
 *
 * @param name of the queue, exchange or stream that is the test's own
 */
public record BrokerPlace(String host, int port, String name) {
  /** Writes it down, so that a process that knows the database finds the broker. */
  public void note(PostgresDatabase database) {
    database.execute(
        "DROP TABLE IF EXISTS broker; CREATE TABLE broker (host text, port integer, name text);"
            + "INSERT INTO broker VALUES ('%s', %d, '%s')".formatted(host, port, name));
  }

  /** Reads what was written down. */
  static BrokerPlace find(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT host, port, name FROM broker")) {
      if (!row.next()) {
        throw new IllegalStateException("the database does not tell where the broker is; note it");
      }
      return new BrokerPlace(row.getString(1), row.getInt(2), row.getString(3));
    }
  }

  /** The same by way of a proxy. */
  BrokerPlace via(FaultProxy proxy) {
    return new BrokerPlace(proxy.host(), proxy.port(), name);
  }
}
