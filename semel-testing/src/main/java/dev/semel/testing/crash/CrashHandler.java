package dev.semel.testing.crash;

import org.jspecify.annotations.Nullable;

/**
 * The work that is to happen once, as a client's request, a message or a job starts it.
 *
 * <p>It uses the {@linkplain Trial#dataSource data source} and the {@linkplain Trial#key key} of
 * the trial, and is called several times with the same key, also from several threads at once.
 */
@FunctionalInterface
public interface CrashHandler {
  /**
   * Does the work, or finds that it was done.
   *
   * @return the answer, which must be the same for the same key; compared with {@code equals}
   * @throws Exception if there is no answer yet: the explorer tries again, as a client would
   */
  @Nullable Object handle(Trial trial) throws Exception;
}
