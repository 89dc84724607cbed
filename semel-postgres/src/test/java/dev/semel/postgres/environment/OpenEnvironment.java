package dev.semel.postgres.environment;

import javax.sql.DataSource;

/**
 * An environment that was set up for one database.
 *
 * @param dataSource the connections that Semel gets
 * @param end gives back what was set up
 */
record OpenEnvironment(DataSource dataSource, Runnable end) implements AutoCloseable {

  /** Returns the same environment with a wrapper around its data source. */
  OpenEnvironment seenThrough(DataSource wrapper) {
    return new OpenEnvironment(wrapper, end);
  }

  /** Returns the same environment with more to give back in the end. */
  OpenEnvironment andThen(Runnable more) {
    return new OpenEnvironment(
        dataSource,
        () -> {
          end.run();
          more.run();
        });
  }

  @Override
  public void close() {
    end.run();
  }
}
