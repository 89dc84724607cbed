package dev.semel.spi;

import dev.semel.Outcome;

/**
 * What came of asking for a lease, for any store.
 *
 * @param <T> the store's transaction handle
 * @param <R> the result of the command
 */
public sealed interface LeaseResult<T, R> {
  record Granted<T, R>(HeldLease<T, R> lease) implements LeaseResult<T, R> {}

  record Answered<T, R>(Outcome<R> outcome) implements LeaseResult<T, R> {}
}
