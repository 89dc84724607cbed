package dev.semel;

import dev.semel.spi.IntentRecord;

/**
 * Finds out what became of leased work whose owner vanished: looks for the business effect, or asks
 * the outside system. Called without a database connection held by Semel; may be called by several
 * nodes at once, of which one is heard.
 *
 * @param <R> the result of the command
 */
@FunctionalInterface
public interface RecoveryProbe<R> {
  Finding<R> examine(IntentRecord stale);

  /**
   * What was found, and why it is believed. Recorded with the intent.
   *
   * @param <R> the result of the command
   */
  sealed interface Finding<R> {
    String reason();

    /** The effect is there; this is its result. */
    record AlreadySucceeded<R>(R result, String reason) implements Finding<R> {}

    /** Nothing happened, or repeating it does no harm. */
    record SafeToRetry<R>(String reason) implements Finding<R> {}

    /** It cannot be told yet. Retries get {@link Outcome.Unknown} until somebody decides. */
    record NeedsReview<R>(String reason) implements Finding<R> {}

    /** It is given up for good. Retries get a rejection with the code {@code ABANDONED}. */
    record Abandoned<R>(String reason) implements Finding<R> {}
  }
}
