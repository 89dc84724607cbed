package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresDatabase;

/** Looks at the business state after a trial. */
@FunctionalInterface
public interface TrialCheck {
  /**
   * Called when the handler has given its answer and a duplicate has had the same.
   *
   * @param key of the trial
   * @throws Exception or an {@code AssertionError} if the state is not what it must be
   */
  void check(PostgresDatabase database, String key) throws Exception;
}
