package dev.semel.testing.assertions;

import dev.semel.Answer;
import dev.semel.Outcome;
import dev.semel.Reference;
import dev.semel.Rejection;
import java.time.Duration;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Says what the caller of an intent was told.
 *
 * @param <R> the result of the command
 */
public final class OutcomeAssert<R> extends AbstractAssert<OutcomeAssert<R>, Outcome<R>> {

  OutcomeAssert(@Nullable Outcome<R> actual) {
    super(actual, OutcomeAssert.class);
  }

  /** It ran now. */
  public OutcomeAssert<R> isExecuted() {
    return is(Outcome.Executed.class, "executed now");
  }

  /** It ran before, and this is the stored answer. */
  public OutcomeAssert<R> isReplayed() {
    return is(Outcome.Replayed.class, "replayed");
  }

  /** It ran, now or before. */
  public OutcomeAssert<R> isDone() {
    isNotNull();
    if (!actual.isDone()) {
      throw told("executed now or replayed");
    }
    return this;
  }

  /** Another attempt is at work. */
  public OutcomeAssert<R> isInProgress() {
    return is(Outcome.InProgress.class, "in progress");
  }

  /** The key came with another payload. */
  public OutcomeAssert<R> isMismatch() {
    return is(Outcome.Mismatch.class, "a mismatch");
  }

  /** Nobody knows yet whether it happened. */
  public OutcomeAssert<R> isUnknown() {
    return is(Outcome.Unknown.class, "unknown");
  }

  /** The business said no to this attempt. */
  public OutcomeAssert<R> isRejectedWith(String code) {
    return isRejection(code, false, "rejected now with " + code);
  }

  /** The business said no to an earlier attempt, and this is the same no. */
  public OutcomeAssert<R> isReplayOfRejection(String code) {
    return isRejection(code, true, "a replay of the rejection " + code);
  }

  /** For a rejection: what is told to people. */
  public OutcomeAssert<R> hasDetail(String detail) {
    Rejection no = actual instanceof Outcome.Rejected<R> rejected ? rejected.rejection() : null;
    if (no == null || !no.detail().equals(detail)) {
      throw told("rejected with the detail <%s>".formatted(detail));
    }
    return this;
  }

  /** For an intent that ran, now or before: its result, compared by value, arrays too. */
  public OutcomeAssert<R> hasResult(R result) {
    if (!Objects.deepEquals(result, result())) {
      throw told("the result <%s>".formatted(result));
    }
    return this;
  }

  private @Nullable R result() {
    if (actual instanceof Outcome.Executed<R> executed) {
      return executed.result();
    }
    if (answer() instanceof Answer.Full<R> full) {
      return full.result();
    }
    return answer() instanceof Answer.Referenced<R> referenced ? referenced.result() : null;
  }

  private @Nullable Answer<R> answer() {
    return actual instanceof Outcome.Replayed<R> replayed ? replayed.answer() : null;
  }

  /** For a replay: the resource that was referred to is given as it is now. */
  public OutcomeAssert<R> refersTo(Reference reference) {
    if (answer() instanceof Answer.Referenced<R> referenced
        && referenced.reference().equals(reference)) {
      return this;
    }
    throw told("a replay that refers to %s".formatted(reference));
  }

  /** For a replay: the resource that was referred to no longer exists. */
  public OutcomeAssert<R> isGone() {
    if (answer() instanceof Answer.Referenced<R> referenced && referenced.result() == null) {
      return this;
    }
    throw told("a replay whose resource is gone");
  }

  /** For a replay: it says that it was executed, and nothing more. */
  public OutcomeAssert<R> isStatusOnly() {
    if (answer() instanceof Answer.StatusOnly<R>) {
      return this;
    }
    throw told("a replay of the status only");
  }

  /** For a replay: it says that the result was not kept. */
  public OutcomeAssert<R> isNotKept() {
    if (answer() instanceof Answer.NotKept<R>) {
      return this;
    }
    throw told("a replay whose result was not kept");
  }

  /** For an intent in progress: when to try again. */
  public OutcomeAssert<R> isToBeRetriedAfter(Duration retryAfter) {
    if (actual instanceof Outcome.InProgress<R> busy && busy.retryAfter().equals(retryAfter)) {
      return this;
    }
    throw told("in progress, to be retried after %s".formatted(retryAfter));
  }

  /** For an unknown outcome: why. */
  public OutcomeAssert<R> hasReason(String reason) {
    if (actual instanceof Outcome.Unknown<R> unknown && unknown.reason().equals(reason)) {
      return this;
    }
    throw told("unknown because of <%s>".formatted(reason));
  }

  private OutcomeAssert<R> isRejection(String code, boolean replayed, String expected) {
    if (actual instanceof Outcome.Rejected<R> no
        && no.rejection().code().equals(code)
        && no.replayed() == replayed) {
      return this;
    }
    throw told(expected);
  }

  private OutcomeAssert<R> is(Class<?> kind, String words) {
    isNotNull();
    if (!kind.isInstance(actual)) {
      throw told(words);
    }
    return this;
  }

  private AssertionError told(String expected) {
    return failure("expected to be told: %s%nbut was told: %s", expected, actual);
  }
}
