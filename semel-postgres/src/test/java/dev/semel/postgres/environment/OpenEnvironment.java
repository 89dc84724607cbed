package dev.semel.postgres.environment;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * An environment that was set up for one database.
 *
 * @param dataSource connections without a pool
 * @param isolation the isolation that pools set; null for the database's default
 * @param end gives back what was set up
 */
public record OpenEnvironment(DataSource dataSource, @Nullable String isolation, Runnable end)
    implements AutoCloseable {

  static OpenEnvironment of(DataSource dataSource) {
    return new OpenEnvironment(dataSource, null, () -> {});
  }

  OpenEnvironment isolated(String poolIsolation) {
    return new OpenEnvironment(dataSource, poolIsolation, end);
  }

  OpenEnvironment endingWith(Runnable newEnd) {
    return new OpenEnvironment(dataSource, isolation, newEnd);
  }

  /** Returns a pool as an application has it; the caller closes it before the environment. */
  public HikariDataSource newPool(int connections) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(dataSource);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(1);
    config.setTransactionIsolation(isolation);
    return new HikariDataSource(config);
  }

  @Override
  public void close() {
    end.run();
  }
}
