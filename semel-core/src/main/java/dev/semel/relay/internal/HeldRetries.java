package dev.semel.relay.internal;

import dev.semel.relay.Aggregate;
import dev.semel.relay.spi.DueEvents;
import dev.semel.relay.spi.HeldEvent;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Tries held events again when they are due, and heeds what operators decided. */
final class HeldRetries {
  private static final long BLOCKED_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long QUIET_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final RelayContext context;
  private final NodeState state;
  private final Publisher publisher;
  private long lookedAtNanos = System.nanoTime() - QUIET_INTERVAL_NANOS;
  private boolean lookAtOnce;

  HeldRetries(RelayContext context, NodeState state, Publisher publisher) {
    this.context = context;
    this.state = state;
    this.publisher = publisher;
  }

  /** Something may be due sooner than at the next look. */
  void hurry() {
    lookAtOnce = true;
  }

  long nanosToNextLook(long nanoTime) {
    boolean blocked = state.shards().stream().anyMatch(shard -> !shard.blocked.isEmpty());
    long interval = blocked ? BLOCKED_INTERVAL_NANOS : QUIET_INTERVAL_NANOS;
    return lookAtOnce ? 0 : Math.max(0, lookedAtNanos + interval - nanoTime);
  }

  /** Sends what is due. Asks the database only if something is blocked. */
  void retry(long nanoTime) {
    if (nanosToNextLook(nanoTime) > 0 || publisher.isPaused(nanoTime)) {
      return;
    }
    lookAtOnce = false;
    lookedAtNanos = nanoTime;
    Set<Integer> shards = shardsWithBlocked();
    if (shards.isEmpty()) {
      return;
    }
    Set<Long> under = publisher.heldInFlight();
    int limit = context.settings().memory().maxEventsPerBatch();
    DueEvents due = context.store().due(context.name(), shards, under, limit);
    heedDecisions(due.decisions());
    send(due);
  }

  private Set<Integer> shardsWithBlocked() {
    Set<Integer> shards = new TreeSet<>();
    for (ShardRun shard : state.shards()) {
      if (!shard.lost && !shard.leaving && hasHeld(shard)) {
        shards.add(shard.number());
      }
    }
    return shards;
  }

  /** Dead letters that do not block may have been redriven, so all shards are asked for then. */
  private boolean hasHeld(ShardRun shard) {
    return !shard.blocked.isEmpty() || !context.deadLettersBlock();
  }

  private void send(DueEvents due) {
    Set<Aggregate> sent = new HashSet<>(publisher.heldAggregates());
    for (HeldEvent event : due.events()) {
      ShardRun shard = state.shard(event.stored().shard());
      if (shard != null && sent.add(event.stored().event().aggregate())) {
        publisher.sendHeld(shard, event);
      }
    }
  }

  private void heedDecisions(Map<Integer, Long> decisions) {
    decisions.forEach(
        (number, made) -> {
          ShardRun shard = state.shard(number);
          if (shard != null && !Objects.equals(shard.decisions, made)) {
            lookUpBlocked(shard);
            shard.decisions = made;
          }
        });
  }

  /** Everything that is blocked has been written down by now, so the database knows it all. */
  void lookUpBlocked(ShardRun shard) {
    var found = context.store().blocked(context.name(), shard.number(), context.deadLettersBlock());
    shard.blocked.clear();
    shard.blocked.addAll(found);
  }
}
