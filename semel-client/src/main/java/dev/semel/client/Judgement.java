package dev.semel.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an answer means for the call. Immutable.
 *
 * @param retry whether another attempt may change it
 * @param doubt whether the attempt that it answers may have had an effect that is not known; null
 *     if it is known to have had none, or if the answer tells all
 * @param decisive whether it tells the outcome of the intent, not of this attempt alone
 * @param retryAfter how long the server asks to wait; null if it does not
 * @param replayed whether it was given before
 */
record Judgement(
    boolean retry,
    @Nullable Doubt doubt,
    boolean decisive,
    @Nullable Duration retryAfter,
    boolean replayed) {
  /**
   * Whether it is the answer to give to the caller. What only says that this attempt was not let in
   * must not hide that an earlier one may have been.
   */
  boolean isAnswer(boolean mayHaveHappened) {
    return !retry && doubt == null && (decisive || !mayHaveHappened);
  }

  /** Whether the attempt that it answers is known to have had no effect. */
  boolean saysThatNothingHappened() {
    return doubt == null && (retry || !decisive);
  }
}
