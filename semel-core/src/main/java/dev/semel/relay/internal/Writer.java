package dev.semel.relay.internal;

import dev.semel.relay.Aggregate;
import dev.semel.relay.RelayChange;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.ShardWrite;
import dev.semel.relay.spi.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Saves positions and held events, in the session that they were read in. If that is lost, so is
 * everything that was not saved, and it is read again. For the relay's thread.
 */
final class Writer {
  /** An idle shard's position moves on too, so that whoever takes it over has less to look at. */
  private static final long IDLE_SAVE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final RelayContext context;
  private final NodeState state;
  private final LeaseTable leases;
  private final Link link;
  private long savedAtNanos = System.nanoTime();

  Writer(RelayContext context, NodeState state, LeaseTable leases, Link link) {
    this.link = link;
    this.context = context;
    this.state = state;
    this.leases = leases;
  }

  /**
   * Writes what there is.
   *
   * @param atOnce whether positions are saved before their interval is over
   * @return whether held events were changed
   */
  boolean flush(boolean atOnce) {
    state.passDonePages();
    long nanoTime = System.nanoTime();
    moveIdle(nanoTime);
    boolean hasChanges = state.shards().stream().anyMatch(shard -> !shard.changes.isEmpty());
    boolean hasPositions = state.shards().stream().anyMatch(shard -> shard.unsaved != null);
    boolean due = atOnce || nanoTime - savedAtNanos >= context.settings().saveInterval().toNanos();
    if (hasChanges || (hasPositions && due)) {
      write();
      savedAtNanos = nanoTime;
    }
    return hasChanges;
  }

  /** Saves positions as they are. */
  void saveAgain(List<OwnedShard> positions) {
    List<ShardWrite> writes =
        positions.stream()
            .map(shard -> new ShardWrite(shard.lease(), shard.cursor(), List.of()))
            .toList();
    if (!writes.isEmpty()) {
      link.call(session -> session.write(context.name(), writes, context.deadLettersBlock()));
    }
  }

  /** Whether there are positions to save. */
  boolean hasUnsaved() {
    return state.shards().stream().anyMatch(shard -> shard.unsaved != null);
  }

  private void moveIdle(long nanoTime) {
    if (!state.pages.isEmpty() || nanoTime - savedAtNanos < IDLE_SAVE_NANOS) {
      return;
    }
    for (ShardRun shard : state.shards()) {
      if (!shard.read.equals(shard.saved)) {
        shard.unsaved = shard.read;
      }
    }
  }

  private void write() {
    List<ShardRun> written = new ArrayList<>();
    List<ShardWrite> writes = new ArrayList<>();
    for (ShardRun shard : state.shards()) {
      if (shard.unsaved != null || !shard.changes.isEmpty()) {
        written.add(shard);
        writes.add(new ShardWrite(shard.lease, shard.unsaved, shard.changes));
      }
    }
    WriteResult result =
        link.call(session -> session.write(context.name(), writes, context.deadLettersBlock()));
    for (ShardRun shard : written) {
      shard.saved = shard.unsaved == null ? shard.saved : shard.unsaved;
      shard.unsaved = null;
      shard.changes.clear();
      if (!result.current().contains(shard.number())) {
        leases.lose(shard.lease);
      }
    }
    free(result);
  }

  private void free(WriteResult result) {
    for (Aggregate aggregate : result.freed()) {
      for (ShardRun shard : state.shards()) {
        if (shard.blocked.remove(aggregate)) {
          context.notifier().tell(new RelayChange.Freed(context.name(), shard.number(), aggregate));
        }
      }
    }
  }
}
