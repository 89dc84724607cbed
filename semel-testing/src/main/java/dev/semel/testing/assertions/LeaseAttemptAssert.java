package dev.semel.testing.assertions;

import dev.semel.LeaseAttempt;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Says what came of asking for a lease.
 *
 * @param <R> the result of the command
 */
public final class LeaseAttemptAssert<R>
    extends AbstractAssert<LeaseAttemptAssert<R>, LeaseAttempt<R>> {

  LeaseAttemptAssert(@Nullable LeaseAttempt<R> actual) {
    super(actual, LeaseAttemptAssert.class);
  }

  /** The work is the caller's. */
  public LeaseAttemptAssert<R> isGranted() {
    if (!(actual instanceof LeaseAttempt.Granted<R>)) {
      throw failure("expected a lease to be granted%nbut was told: %s", actual);
    }
    return this;
  }

  /** There was an answer in place of a lease; goes on about that answer. */
  public OutcomeAssert<R> isAnswered() {
    if (actual instanceof LeaseAttempt.Answered<R> answered) {
      return new OutcomeAssert<>(answered.outcome());
    }
    throw failure("expected an answer in place of a lease%nbut was told: %s", actual);
  }
}
