package dev.semel.relay.internal;

import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.ShardLease;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The leases of this node, between the thread that renews them and the one that publishes. Ends of
 * leases are kept by this machine's own clock, from the moment before the database was asked, so
 * that they are never later than the database thinks. Safe for use by both.
 */
final class LeaseTable {
  private final Map<Integer, Held> held = new HashMap<>();
  private final List<OwnedShard> gained = new ArrayList<>();
  private final List<ShardLease> lost = new ArrayList<>();
  private int surplus;

  /** A lease, and until when it is safe to act on it. */
  private record Held(ShardLease lease, long untilNanos) {}

  synchronized List<ShardLease> leases() {
    return held.values().stream().map(Held::lease).toList();
  }

  synchronized int size() {
    return held.size();
  }

  /**
   * Adds what the database has given. That may be a shard of our own, whose lease ran out before we
   * asked for more: the earlier lease is lost then, like one that another node has taken.
   */
  synchronized void gain(Collection<OwnedShard> shards, long untilNanos) {
    for (OwnedShard shard : shards) {
      Held earlier = held.get(shard.lease().shard());
      if (earlier != null) {
        lose(earlier.lease());
      }
      held.put(shard.lease().shard(), new Held(shard.lease(), untilNanos));
      gained.add(shard);
    }
  }

  /** Extends those that were asked for and renewed; the others asked for are lost. */
  synchronized void renewed(List<ShardLease> asked, Set<Integer> renewed, long untilNanos) {
    for (ShardLease lease : asked) {
      Held now = held.get(lease.shard());
      if (now == null || !now.lease().equals(lease)) {
        continue;
      }
      if (renewed.contains(lease.shard())) {
        held.put(lease.shard(), new Held(lease, untilNanos));
      } else {
        lose(lease);
      }
    }
  }

  /** Another node has it. */
  synchronized void lose(ShardLease lease) {
    if (remove(lease)) {
      lost.add(lease);
    }
  }

  /** Those that are still ours are to be taken up from these positions; the others are lost. */
  synchronized void beginAnew(List<ShardLease> asked, List<OwnedShard> positions) {
    for (OwnedShard shard : positions) {
      Held now = held.get(shard.lease().shard());
      if (now != null && now.lease().equals(shard.lease())) {
        gained.removeIf(other -> other.lease().equals(shard.lease()));
        gained.add(shard);
      }
    }
    Set<ShardLease> ours =
        positions.stream().map(OwnedShard::lease).collect(Collectors.toUnmodifiableSet());
    asked.stream().filter(lease -> !ours.contains(lease)).forEach(this::lose);
  }

  /** It was given back, or is another's. What was not taken up under it never will be. */
  synchronized boolean remove(ShardLease lease) {
    gained.removeIf(shard -> shard.lease().equals(lease));
    Held now = held.get(lease.shard());
    return now != null && now.lease().equals(lease) && held.remove(lease.shard()) != null;
  }

  /** Whether it is safe to publish under a lease, as far as this machine can know. */
  synchronized boolean isValid(ShardLease lease, long nanoTime) {
    Held now = held.get(lease.shard());
    return now != null && now.lease().equals(lease) && now.untilNanos() - nanoTime > 0;
  }

  synchronized void surplus(int shards) {
    surplus = shards;
  }

  synchronized int surplus() {
    return surplus;
  }

  /**
   * The next one that was gained and not taken up yet, or null; it stays until it is. A shard that
   * was lost in between comes only when {@link #takeLost} has told so: what is in memory of it must
   * go first.
   */
  synchronized @Nullable OwnedShard nextGained() {
    return gained.stream().filter(shard -> !isLossUntold(shard)).findFirst().orElse(null);
  }

  private boolean isLossUntold(OwnedShard shard) {
    return lost.stream().anyMatch(lease -> lease.shard() == shard.lease().shard());
  }

  synchronized void takenUp(OwnedShard shard) {
    gained.remove(shard);
  }

  synchronized List<ShardLease> takeLost() {
    List<ShardLease> taken = List.copyOf(lost);
    lost.clear();
    return taken;
  }
}
