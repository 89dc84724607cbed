package dev.semel.relay;

import org.jspecify.annotations.Nullable;

/**
 * What became of a replay. Immutable.
 *
 * @param published how many events the sink took
 * @param refused how many the sink can never take; they were left out
 * @param stoppedBy null if everything asked for was replayed, else why it ended early
 */
public record ReplayReport(long published, long refused, @Nullable String stoppedBy) {
  public boolean isComplete() {
    return stoppedBy == null;
  }
}
