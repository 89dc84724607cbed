package dev.semel.relay.internal;

import dev.semel.relay.Aggregate;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.HeldChange;
import dev.semel.relay.spi.ShardLease;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A shard that this node owns, and everything of it that is in memory. For the relay's thread. */
final class ShardRun {
  final ShardLease lease;

  /** Read up to here. */
  Cursor read;

  /** What the database has. */
  Cursor saved;

  /** To be saved; null if nothing has changed since it was. */
  @Nullable Cursor unsaved;

  /** Aggregates that wait for a held event, or behind a dead letter. */
  final Set<Aggregate> blocked = new HashSet<>();

  final Map<Aggregate, Lane> lanes = new HashMap<>();
  final Deque<Lane> ready = new ArrayDeque<>();
  final List<HeldChange> changes = new ArrayList<>();

  /** Decisions of operators that were taken into account; null if it is not known. */
  @Nullable Long decisions;

  boolean leaving;
  boolean lost;
  boolean full;

  ShardRun(ShardLease lease, Cursor cursor) {
    this.lease = lease;
    this.read = cursor;
    this.saved = cursor;
  }

  int number() {
    return lease.shard();
  }

  boolean mayRead() {
    return !leaving && !lost && !full;
  }

  boolean isIdle() {
    return lanes.isEmpty() && changes.isEmpty() && unsaved == null;
  }
}
