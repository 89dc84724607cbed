package dev.semel.debezium;

import java.util.Map;
import java.util.Objects;

/**
 * How to reach the server itself, past any pool that shares connections: the log is read on a
 * connection that stays open. Immutable.
 *
 * @param user must have the attribute REPLICATION
 * @param driverProperties passed on to the driver, such as {@code sslmode}
 */
public record DirectConnection(
    String host,
    int port,
    String database,
    String user,
    String password,
    Map<String, String> driverProperties) {
  private static final int MAX_PORT = 65_535;

  public DirectConnection {
    Objects.requireNonNull(password, "password");
    Checks.text("host", host);
    Checks.between("port", port, 1, MAX_PORT);
    Checks.text("database", database);
    Checks.text("user", user);
    driverProperties = Map.copyOf(driverProperties);
  }

  public static DirectConnection to(
      String host, int port, String database, String user, String password) {
    return new DirectConnection(host, port, database, user, password, Map.of());
  }

  /** Names the server, never the password. */
  @Override
  public String toString() {
    return "DirectConnection[%s@%s:%d/%s]".formatted(user, host, port, database);
  }
}
