package dev.semel.spi;

import dev.semel.Rejection;

/**
 * A settled state and what it answers.
 *
 * @param state settled; EXECUTED goes with a result or a stand-in for it, the others with a refusal
 */
public record StoredOutcome(State state, StoredAnswer answer) {
  public StoredOutcome {
    boolean refusal = answer instanceof StoredAnswer.Refusal;
    if (!state.isSettled() || refusal == (state == State.EXECUTED)) {
      throw new IllegalArgumentException("state " + state + " does not go with " + answer);
    }
  }

  public static StoredOutcome executed(StoredAnswer answer) {
    return new StoredOutcome(State.EXECUTED, answer);
  }

  public static StoredOutcome refused(State state, Rejection rejection) {
    return new StoredOutcome(state, new StoredAnswer.Refusal(rejection));
  }
}
