package dev.semel.testing.assertions;

import dev.semel.spi.LeaseResult;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Says what came of asking for a lease, for any store.
 *
 * @param <T> the store's transaction handle
 * @param <R> the result of the command
 */
public final class LeaseResultAssert<T, R>
    extends AbstractAssert<LeaseResultAssert<T, R>, LeaseResult<T, R>> {

  LeaseResultAssert(@Nullable LeaseResult<T, R> actual) {
    super(actual, LeaseResultAssert.class);
  }

  /** The work is the caller's. */
  public LeaseResultAssert<T, R> isGranted() {
    if (!(actual instanceof LeaseResult.Granted<T, R>)) {
      throw failure("expected a lease to be granted%nbut was told: %s", actual);
    }
    return this;
  }

  /** There was an answer in place of a lease; goes on about that answer. */
  public OutcomeAssert<R> isAnswered() {
    if (actual instanceof LeaseResult.Answered<T, R> answered) {
      return new OutcomeAssert<>(answered.outcome());
    }
    throw failure("expected an answer in place of a lease%nbut was told: %s", actual);
  }
}
