package dev.semel.bench.work;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/** Connection pools as services have them: HikariCP with its defaults, and the driver's. */
public final class Pools {
  private static final long CONNECTION_TIMEOUT_MILLIS = 10_000;

  private Pools() {}

  /** A full pool of so many connections; close it. */
  public static HikariDataSource of(DataSource source, int connections) {
    return new HikariDataSource(config(source, connections));
  }

  /** As {@link #of}, with a count of the callers that waited for a connection in vain. */
  public static HikariDataSource counting(
      DataSource source, int connections, PoolTimeouts timeouts) {
    HikariConfig config = config(source, connections);
    config.setMetricsTrackerFactory(timeouts);
    return new HikariDataSource(config);
  }

  private static HikariConfig config(DataSource source, int connections) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(connections);
    config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
    return config;
  }
}
