package dev.semel.relay;

import java.time.Duration;
import java.util.UUID;

/** Something that a relay did, or that became of an event. Carries what meters and logs need. */
public sealed interface RelayChange {
  /** Which relay. */
  String relay();

  /** The sink took events; told once for many. */
  record Published(String relay, int events, boolean replay) implements RelayChange {}

  /** An event failed and is tried again; its aggregate waits for it. */
  record Held(
      String relay,
      int shard,
      UUID event,
      Aggregate aggregate,
      int attempts,
      Duration backoff,
      String reason)
      implements RelayChange {}

  /** An event was parked as a dead letter. */
  record Parked(
      String relay, int shard, UUID event, Aggregate aggregate, int attempts, String reason)
      implements RelayChange {}

  /**
   * The sink has had an event for longer than the settings allow without settling it. Told once per
   * start of the relay.
   *
   * @param sink the class of the sink
   */
  record Unsettled(String relay, String sink, UUID event, Duration age) implements RelayChange {}

  /** Nothing holds the aggregate back any more. */
  record Freed(String relay, int shard, Aggregate aggregate) implements RelayChange {}

  /** The sink takes nothing now; the relay tries again after the backoff. */
  record SinkUnavailable(String relay, Duration backoff, String reason) implements RelayChange {}

  /** The sink takes events again. */
  record SinkAvailable(String relay) implements RelayChange {}

  /** A shard is this node's now. */
  record ShardGained(String relay, int shard, long fence) implements RelayChange {}

  /** A shard was given to others, drained and saved. */
  record ShardReleased(String relay, int shard, long fence) implements RelayChange {}

  /** A shard was taken over by another node; what was under way here is dropped. */
  record ShardLost(String relay, int shard, long fence) implements RelayChange {}

  /** A shard has as many blocked aggregates as are allowed and reads no further. */
  record ShardFull(String relay, int shard, int blockedAggregates) implements RelayChange {}

  /** The database could not be reached or refused; the relay tries again after the backoff. */
  record StoreUnavailable(String relay, Duration backoff, String reason) implements RelayChange {}

  /**
   * The oldest open transaction is older than it should be. Told at every look, about as often as
   * leases are renewed.
   */
  record LongTransaction(String relay, OpenTransaction transaction) implements RelayChange {}

  /** Published events were removed because their retention had ended. */
  record Purged(String relay, int events) implements RelayChange {}
}
