package dev.semel.postgres.environment;

import dev.semel.testing.postgres.PostgresDatabase;

/**
 * A way to reach a database with Semel's tables.
 *
 * @param name for the test report
 * @param opener sets it up
 */
record Environment(String name, Opener opener) {

  /** Sets an environment up for a database. */
  interface Opener {
    OpenEnvironment open(PostgresDatabase database);
  }

  OpenEnvironment open(PostgresDatabase database) {
    return opener.open(database);
  }

  @Override
  public String toString() {
    return name;
  }
}
