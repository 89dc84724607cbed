package dev.semel.client;

import org.jspecify.annotations.Nullable;

/**
 * What a call knows so far: how many attempts, whether something may have happened, what came last.
 * Whoever ends it learns the outcome, and from then on no attempt may begin: an interruption must
 * not be told that nothing was sent while something is. Safe for use by many threads.
 */
final class Progress {
  private int attempts;
  private boolean underWay;
  private boolean ended;
  private @Nullable Doubt doubt;
  private @Nullable ServerAnswer lastAnswer;
  private @Nullable Throwable lastFailure;

  /**
   * The beginning of a call.
   *
   * @param attemptedBefore whether an attempt in an earlier call may have reached the server
   */
  Progress(boolean attemptedBefore) {
    this.doubt = attemptedBefore ? Doubt.NO_ANSWER : null;
  }

  /** Whether an attempt may begin now; if so it counts as sent until more is known. */
  synchronized boolean begin() {
    if (ended) {
      return false;
    }
    attempts++;
    underWay = true;
    return true;
  }

  synchronized int attempts() {
    return attempts;
  }

  synchronized boolean mayHaveHappened() {
    return doubt != null;
  }

  /** The attempt got no answer. */
  synchronized void failed(Throwable failure, @Nullable Doubt left) {
    underWay = false;
    lastFailure = failure;
    doubt = left == null ? doubt : left;
  }

  /** The attempt got an answer that does not end the matter. */
  synchronized void answered(ServerAnswer answer, @Nullable Doubt left) {
    underWay = false;
    lastAnswer = answer;
    doubt = left == null ? doubt : left;
  }

  /** An answer began and broke off, or could not be read. */
  synchronized void brokeOff(@Nullable ServerAnswer answer) {
    lastAnswer = answer == null ? lastAnswer : answer;
  }

  synchronized <T> ClientOutcome<T> end(StopReason reason) {
    ended = true;
    Doubt left = underWay ? Doubt.NO_ANSWER : doubt;
    return left == null
        ? new ClientOutcome.Failed<>(reason, attempts, lastAnswer, lastFailure)
        : new ClientOutcome.Unknown<>(left, reason, attempts, lastAnswer, lastFailure);
  }
}
