package dev.semel.spi;

import dev.semel.Retention;
import org.jspecify.annotations.Nullable;

/**
 * A decision about stale work, recorded with its reason.
 *
 * @param reason why, for people
 * @param decidedBy a probe, a policy, or an operator
 * @param outcome what retries are told; given exactly when the decision settles the intent
 * @param retention for a record that is settled or released by it
 */
public record Recovery(
    Classification classification,
    String reason,
    String decidedBy,
    @Nullable StoredOutcome outcome,
    Retention retention) {
  public Recovery {
    State state = stateAfter(classification);
    if (state.isSettled() ? outcome == null || outcome.state() != state : outcome != null) {
      throw new IllegalArgumentException(classification + " does not go with " + outcome);
    }
  }

  /** Where the record stands afterwards. */
  public State state() {
    return stateAfter(classification);
  }

  private static State stateAfter(Classification classification) {
    return switch (classification) {
      case SAFE_TO_RETRY -> State.RELEASED;
      case ALREADY_SUCCEEDED -> State.EXECUTED;
      case NEEDS_REVIEW -> State.UNKNOWN;
      case ABANDONED -> State.ABANDONED;
    };
  }
}
