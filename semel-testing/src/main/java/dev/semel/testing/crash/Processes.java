package dev.semel.testing.crash;

import org.jspecify.annotations.Nullable;

/** Processes to be killed. One is always on its way, so that the next trial need not wait. */
final class Processes implements AutoCloseable {
  private final @Nullable Class<? extends CrashHandler> handler;
  private final String jdbcUrl;
  private int wanted;
  private @Nullable MortalProcess next;

  /**
   * Starts nothing yet.
   *
   * @param handler null if none will be wanted
   */
  Processes(@Nullable Class<? extends CrashHandler> handler, String jdbcUrl) {
    this.handler = handler;
    this.jdbcUrl = jdbcUrl;
  }

  /** Gets ready for so many. */
  void expect(int number) {
    wanted = number;
    startNext();
  }

  MortalProcess take() {
    MortalProcess taken = next;
    next = null;
    startNext();
    if (taken == null) {
      throw new IllegalStateException("more processes are killed than were expected");
    }
    return taken;
  }

  private void startNext() {
    if (handler != null && wanted > 0) {
      wanted--;
      next = MortalProcess.start(handler, jdbcUrl);
    }
  }

  @Override
  public void close() {
    if (next != null) {
      next.close();
    }
  }
}
