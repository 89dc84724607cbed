package dev.semel.relay.internal;

import dev.semel.relay.OpenTransaction;
import dev.semel.relay.RelayChange;

/** Says in words what a relay did. Events are named by their ids, never by keys or payloads. */
final class RelayLogLines {
  private RelayLogLines() {}

  static String describe(RelayChange change) {
    String ofEvents = describeEvents(change);
    return ofEvents.isEmpty() ? describeRelay(change) : ofEvents;
  }

  private static String describeEvents(RelayChange change) {
    if (change instanceof RelayChange.Published it) {
      return "%s %d events".formatted(it.replay() ? "replayed" : "published", it.events());
    }
    if (change instanceof RelayChange.Held it) {
      return "event %s failed attempt %d, again in %d ms; its aggregate waits: %s"
          .formatted(it.event(), it.attempts(), it.backoff().toMillis(), it.reason());
    }
    if (change instanceof RelayChange.Parked it) {
      return "event %s is a dead letter after %d attempts: %s"
          .formatted(it.event(), it.attempts(), it.reason());
    }
    if (change instanceof RelayChange.Unsettled it) {
      return "sink %s has had event %s for %d s and has not settled it; call published(), failed(…), refused(…) or unavailable(…) on every delivery, whatever happens. Unsettled, it fails after the delivery timeout, and its aggregate waits"
          .formatted(it.sink(), it.event(), it.age().toSeconds());
    }
    if (change instanceof RelayChange.Freed it) {
      return "nothing holds a %s of shard %d back any more"
          .formatted(it.aggregate().type(), it.shard());
    }
    if (change instanceof RelayChange.Purged it) {
      return "purged %d published events".formatted(it.events());
    }
    return "";
  }

  private static String describeRelay(RelayChange change) {
    if (change instanceof RelayChange.ShardGained it) {
      return "shard %d is ours, fence %d".formatted(it.shard(), it.fence());
    }
    if (change instanceof RelayChange.ShardReleased it) {
      return "shard %d was given back, fence %d".formatted(it.shard(), it.fence());
    }
    if (change instanceof RelayChange.ShardLost it) {
      return "shard %d was taken over by another node, fence %d".formatted(it.shard(), it.fence());
    }
    if (change instanceof RelayChange.ShardFull it) {
      return "shard %d reads no further: %d aggregates wait for failed events; mend the sink, or redrive or discard dead letters"
          .formatted(it.shard(), it.blockedAggregates());
    }
    if (change instanceof RelayChange.SinkUnavailable it) {
      return "the sink takes nothing, again in %d ms: %s"
          .formatted(it.backoff().toMillis(), it.reason());
    }
    if (change instanceof RelayChange.StoreUnavailable it) {
      return "the database fails, again in %d ms: %s"
          .formatted(it.backoff().toMillis(), it.reason());
    }
    if (change instanceof RelayChange.LongTransaction it) {
      return describe(it.transaction());
    }
    return change instanceof RelayChange.SinkAvailable ? "the sink takes events again" : "";
  }

  private static String describe(OpenTransaction open) {
    return "process %d (%s, user %s, %s) has a transaction open for %d s; its events wait for it to end, and nothing since can be purged"
        .formatted(
            open.processId(),
            open.application().isEmpty() ? "no application name" : open.application(),
            open.user(),
            open.state(),
            open.age().toSeconds());
  }
}
