package dev.semel.relay;

import java.time.Duration;

/**
 * One event on its way to the sink. Exactly one of the settling methods is called for it; the first
 * call counts, later ones change nothing. Safe for use by several threads.
 */
public interface Delivery {
  RelayedEvent event();

  /** 1 at first, more when it failed before. */
  int attempt();

  /**
   * Whether the relay still wants it sent. False once it is settled, has timed out, or its shard
   * was lost to another node: a sink that has it queued should drop it.
   */
  boolean isWanted();

  /** It was accepted for good. */
  void published();

  /**
   * This event could not be published now. It is tried again later; its aggregate waits for it,
   * others do not. Counts as an attempt.
   *
   * @param reason for operators; never the payload
   */
  void failed(String reason);

  /** As {@link #failed(String)}, and not before the given time has passed. */
  void failed(String reason, Duration retryAfter);

  /**
   * This event can never be published: too large, not to be serialised, forbidden. It is parked as
   * a dead letter at once.
   *
   * @param reason for operators; never the payload
   */
  void refused(String reason);

  /**
   * The other side as a whole cannot be reached or takes nothing now. The relay pauses and tries
   * again; nothing is parked, however long it lasts, and it does not count as an attempt.
   */
  void unavailable(String reason);

  /** As {@link #unavailable(String)}, and not before the given time has passed. */
  void unavailable(String reason, Duration retryAfter);

  /**
   * It was not tried, because one before it in the batch, of the same aggregate, was not published.
   * Only for sinks that {@linkplain Sink#keepsOrderWithinBatch keep order within a batch}.
   */
  void skipped();
}
