package dev.semel.postgres.environment;

import dev.semel.testing.postgres.PostgresDatabase;

/**
 * A way to reach a database with Semel's tables.
 *
 * @param name for the test report
 * @param connections size of an application's connection pool
 * @param opener sets it up
 */
public record Environment(String name, int connections, Opener opener) {

  /** Sets an environment up for a database. */
  interface Opener {
    OpenEnvironment open(PostgresDatabase database);
  }

  public OpenEnvironment open(PostgresDatabase database) {
    return opener.open(database);
  }

  @Override
  public String toString() {
    return name;
  }
}
