package dev.semel.webhook;

/** What becomes of the events that an endpoint has not got while it was switched off. */
public enum Backlog {
  /** It gets them, in order, as far as they are still in the outbox; none is purged before. */
  DELIVER,
  /**
   * It never gets them. Dead letters from before, and what waits behind them, stay for an operator.
   */
  SKIP
}
