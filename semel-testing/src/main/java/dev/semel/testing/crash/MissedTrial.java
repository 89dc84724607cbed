package dev.semel.testing.crash;

/**
 * A trial that proves nothing, because its run did not come to its step.
 *
 * @param step at which the fault was to strike
 * @param fault what was to strike
 */
public record MissedTrial(Step step, CrashFault fault) {
  /** In a few words. */
  @Override
  public String toString() {
    return "%s at step %d".formatted(fault, step.number());
  }
}
