package dev.semel;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the caller of an intent is told. Exactly one of these; technical failures are exceptions and
 * store nothing.
 *
 * @param <R> the result of the command
 */
public sealed interface Outcome<R> {
  /** It ran now, and committed. In a joined transaction it commits with that transaction. */
  record Executed<R>(R result) implements Outcome<R> {}

  /** It ran before. This is the stored answer; nothing ran now. */
  record Replayed<R>(Answer<R> answer) implements Outcome<R> {}

  /**
   * The business said no.
   *
   * @param replayed whether this no was said before, to an earlier attempt
   */
  record Rejected<R>(Rejection rejection, boolean replayed) implements Outcome<R> {}

  /** Another attempt is at work. Try again, with the same key, after the given time. */
  record InProgress<R>(Duration retryAfter) implements Outcome<R> {}

  /**
   * Same key, another payload. Nothing ran, and no retry can mend it: it is a bug of the caller.
   */
  record Mismatch<R>() implements Outcome<R> {}

  /** An effect outside the database may or may not have happened; reconciliation decides. */
  record Unknown<R>(String reason) implements Outcome<R> {}

  /**
   * The result of an executed or replayed intent.
   *
   * @throws RejectedException if the business said no
   * @throws AnswerNotKeptException if it was executed earlier and the result was not kept
   * @throws UnansweredException if it is in progress, mismatched or unknown
   */
  default R orElseThrow() {
    if (this instanceof Executed<R> executed) {
      return executed.result();
    }
    if (this instanceof Replayed<R> replayed) {
      return Outcomes.resultOf(replayed.answer());
    }
    throw Outcomes.unanswered(this);
  }

  /** Whether the effect is committed, by this attempt or an earlier one. */
  default boolean isDone() {
    return this instanceof Executed || this instanceof Replayed;
  }

  /** Whether this answer was given before. */
  default boolean isReplay() {
    return this instanceof Replayed || (this instanceof Rejected<R> no && no.replayed());
  }
}

/** The branches behind {@link Outcome#orElseThrow()}. */
final class Outcomes {
  private Outcomes() {}

  static <R> R resultOf(Answer<R> answer) {
    @Nullable R result = null;
    if (answer instanceof Answer.Full<R> full) {
      result = full.result();
    } else if (answer instanceof Answer.Referenced<R> referenced) {
      result = referenced.result();
    }
    if (result == null) {
      throw new AnswerNotKeptException("the intent was executed earlier; " + whyNotKept(answer));
    }
    return result;
  }

  private static String whyNotKept(Answer<?> answer) {
    if (answer instanceof Answer.NotKept<?> notKept) {
      return "its result was not kept: " + notKept.reason();
    }
    if (answer instanceof Answer.Referenced<?> gone) {
      return "the resource it refers to (%s) no longer exists".formatted(gone.reference().type());
    }
    return "its operation keeps the status only";
  }

  static SemelException unanswered(Outcome<?> outcome) {
    if (outcome instanceof Outcome.Rejected<?> rejected) {
      return new RejectedException(rejected.rejection());
    }
    if (outcome instanceof Outcome.InProgress<?> inProgress) {
      return new UnansweredException(
          outcome,
          "another attempt is at work; try again with the same key after "
              + inProgress.retryAfter());
    }
    if (outcome instanceof Outcome.Unknown<?> unknown) {
      return new UnansweredException(
          outcome, "the outcome is unknown and must be reconciled: " + unknown.reason());
    }
    return new UnansweredException(
        outcome, "this key was used with another payload; use a new key for a new command");
  }
}
