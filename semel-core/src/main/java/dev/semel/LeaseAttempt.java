package dev.semel;

/**
 * What came of asking for a lease.
 *
 * @param <R> the result of the command
 */
public sealed interface LeaseAttempt<R> {
  /**
   * The work is the caller's. Heartbeat, then complete, reject, fail, release or mark it unknown.
   */
  record Granted<R>(Lease<R> lease) implements LeaseAttempt<R> {}

  /** There is an answer already, or somebody else is at work; never {@link Outcome.Executed}. */
  record Answered<R>(Outcome<R> outcome) implements LeaseAttempt<R> {}
}
