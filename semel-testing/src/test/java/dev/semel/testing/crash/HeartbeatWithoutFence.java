package dev.semel.testing.crash;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Claims a lease, renews it, works, and says that it is done, without asking whether it is still
 * the owner: the heartbeat knows the key alone.
 */
final class HeartbeatWithoutFence implements CrashHandler {
  private static final Duration LEASE = Duration.ofMinutes(1);
  private final Clock clock;

  HeartbeatWithoutFence(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Object handle(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      if (isDone(connection, trial.key())) {
        return "paid";
      }
      if (!claimed(connection, trial.key())) {
        throw new SQLException("somebody else is at work");
      }
      beat(connection, trial.key());
      connection.setAutoCommit(false);
      Handlers.pay(connection, trial.key());
      Sql.update(connection, "UPDATE lease SET done = true WHERE key = ?", trial.key());
      connection.commit();
      return "paid";
    }
  }

  private static boolean isDone(Connection connection, String key) throws SQLException {
    return Sql.count(connection, "SELECT count(*) FROM lease WHERE key = ? AND done", key) == 1;
  }

  private boolean claimed(Connection connection, String key) throws SQLException {
    return Sql.update(
            connection,
            """
            INSERT INTO lease AS l (key, until, done) VALUES (?, ?, false)
            ON CONFLICT (key) DO UPDATE SET until = excluded.until WHERE l.until < ? AND NOT l.done
            """,
            key,
            now().plus(LEASE),
            now())
        == 1;
  }

  private void beat(Connection connection, String key) throws SQLException {
    Sql.update(connection, "UPDATE lease SET until = ? WHERE key = ?", now().plus(LEASE), key);
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
