package dev.semel.relay.internal;

import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.ShardLease;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one node's relay has in memory. For the relay's thread. */
final class NodeState {
  private final Map<Integer, ShardRun> shards = new TreeMap<>();
  final Deque<PageRun> pages = new ArrayDeque<>();

  void add(ShardRun shard) {
    shards.put(shard.number(), shard);
  }

  Collection<ShardRun> shards() {
    return shards.values();
  }

  @Nullable ShardRun shard(int number) {
    return shards.get(number);
  }

  /** Forgets a shard, if it is held under this very lease, and drops what is under way. */
  @Nullable ShardRun remove(ShardLease lease) {
    ShardRun shard = shards.get(lease.shard());
    if (shard == null || !shard.lease.equals(lease)) {
      return null;
    }
    shards.remove(lease.shard());
    shard.lost = true;
    for (Lane lane : shard.lanes.values()) {
      lane.landed().forEach(item -> forget(item));
      lane.removeWaiting().forEach(item -> forget(item));
    }
    shard.lanes.clear();
    shard.ready.clear();
    return shard;
  }

  /** Forgets all shards. */
  void removeAll() {
    List.copyOf(shards.values()).forEach(shard -> remove(shard.lease));
    pages.clear();
  }

  private static void forget(Lane.Item item) {
    item.task().drop();
    item.page().done();
  }

  /** Adds a page behind all others, together with the last of them if that is done. */
  PageRun addPage(Cursor after, List<ShardRun> pageShards, int events) {
    PageRun last = pages.peekLast();
    if (last != null && last.takeIn(after, pageShards, events)) {
      return last;
    }
    PageRun page = new PageRun(after, pageShards, events);
    pages.add(page);
    return page;
  }

  /** How many events are in memory. */
  int openEvents() {
    return pages.stream().mapToInt(PageRun::open).sum();
  }

  /** How many events were read that no position has passed. */
  int unpassedEvents() {
    return pages.stream().mapToInt(PageRun::events).sum();
  }

  /** Takes pages off that are done, oldest first, and notes what their shards have passed. */
  void passDonePages() {
    while (!pages.isEmpty() && pages.peekFirst().isDone()) {
      PageRun page = pages.removeFirst();
      for (ShardRun shard : page.shards()) {
        shard.unsaved = page.after();
      }
    }
  }

  /** Whether a page in memory has events of a shard. */
  boolean isInPages(ShardRun shard) {
    return pages.stream().anyMatch(page -> page.shards().contains(shard));
  }

  List<ShardRun> leaving() {
    List<ShardRun> found = new ArrayList<>();
    for (ShardRun shard : shards.values()) {
      if (shard.leaving) {
        found.add(shard);
      }
    }
    return found;
  }
}
