package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresDatabase;

/** Looks at the business state of a trial, or makes it. */
@FunctionalInterface
public interface TrialCheck {
  /**
   * Called between attempts, while nothing goes wrong.
   *
   * @param key of the trial
   * @throws Exception or an {@code AssertionError} if the state is not what it must be
   */
  void check(PostgresDatabase database, String key) throws Exception;
}
