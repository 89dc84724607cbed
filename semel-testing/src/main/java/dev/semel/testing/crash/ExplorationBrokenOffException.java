package dev.semel.testing.crash;

/**
 * An exploration could not go on: a trial could not be prepared, or the handler cannot run in a
 * process of its own, or the database cannot be looked at. What was found before is in the message
 * too, with what it takes to see it again.
 */
public final class ExplorationBrokenOffException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final transient CrashReport report;

  ExplorationBrokenOffException(String message, CrashReport report, Throwable cause) {
    super(message + System.lineSeparator() + "Before that: " + report, cause);
    this.report = report;
  }

  /** Returns what was found by the trials before it. */
  public CrashReport report() {
    return report;
  }
}
