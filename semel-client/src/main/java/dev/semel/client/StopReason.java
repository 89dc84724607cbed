package dev.semel.client;

/** Why there was no further attempt, although there was no answer to give. */
public enum StopReason {
  /** As many as the settings allow. */
  ATTEMPTS_USED_UP("the attempts are used up"),
  /** Another attempt, or the wait before it, does not fit into what is left of the budget. */
  BUDGET_USED_UP("the budget is used up"),
  /**
   * The server may have forgotten the key, so that another attempt could be a second command; or
   * the clock stands before the first attempt, so that nobody can say.
   */
  RETENTION_OVER("the server may have forgotten the key"),
  /** The last answer is none that another attempt changes, and says nothing of the earlier ones. */
  NOT_RETRYABLE("the last answer is not to be retried"),
  /** Another attempt could not be made: its body, headers or record in the journal failed. */
  CANNOT_REPEAT("another attempt could not be prepared"),
  /** An answer came, and the body handler failed on it. */
  ANSWER_UNREADABLE("the body handler failed on the answer"),
  /** The calling thread was interrupted. Its interrupt status is set. */
  INTERRUPTED("the calling thread was interrupted"),
  /** The future was cancelled. */
  CANCELLED("the call was cancelled");

  private final String words;

  StopReason(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
