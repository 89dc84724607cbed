package dev.semel.relay.internal;

import dev.semel.RetryPolicy;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.HeldChange;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Decides what becomes of an event that was not published: again later, or a dead letter. */
final class Holding {
  private final RelayContext context;

  Holding(RelayContext context) {
    this.context = context;
  }

  void waits(ShardRun shard, RelayedEvent event) {
    shard.changes.add(new HeldChange.Waits(event));
  }

  void succeeds(ShardRun shard, RelayedEvent event) {
    shard.changes.add(new HeldChange.Succeeds(event));
  }

  /**
   * Holds or parks an event by how its delivery was settled.
   *
   * @return whether its aggregate waits for it
   */
  boolean holdFirst(ShardRun shard, Task task, long heldForMillis) {
    if (task.result() instanceof Result.Refused refused) {
      return park(shard, task, refused.reason());
    }
    Result.Failed failed =
        task.result() instanceof Result.Failed it
            ? it
            : new Result.Failed("the sink skipped it, though nothing was before it", Duration.ZERO);
    RetryPolicy retries = context.settings().retries();
    boolean usedUp =
        task.attempt() >= retries.maxAttempts() || heldForMillis >= retries.budget().toMillis();
    return usedUp ? park(shard, task, failed.reason()) : hold(shard, task, failed);
  }

  private boolean hold(ShardRun shard, Task task, Result.Failed failed) {
    double random = ThreadLocalRandom.current().nextDouble();
    Duration own = context.settings().retries().backoff(task.attempt(), random);
    Duration backoff = own.compareTo(failed.retryAfter()) > 0 ? own : failed.retryAfter();
    RelayedEvent event = task.event();
    shard.changes.add(new HeldChange.Fails(event, task.attempt(), backoff, failed.reason()));
    context
        .notifier()
        .tell(
            new RelayChange.Held(
                context.name(),
                shard.number(),
                event.id(),
                event.aggregate(),
                task.attempt(),
                backoff,
                failed.reason()));
    return true;
  }

  private boolean park(ShardRun shard, Task task, String reason) {
    RelayedEvent event = task.event();
    shard.changes.add(new HeldChange.Parks(event, task.attempt(), reason));
    context
        .notifier()
        .tell(
            new RelayChange.Parked(
                context.name(),
                shard.number(),
                event.id(),
                event.aggregate(),
                task.attempt(),
                reason));
    return context.deadLettersBlock();
  }
}
