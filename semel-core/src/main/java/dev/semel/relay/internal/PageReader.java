package dev.semel.relay.internal;

import dev.semel.relay.RelayChange;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.ReadPage;
import dev.semel.relay.spi.StoredEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages. All shards that have passed the same are read by one query, so that a node reads the
 * outbox once, however many shards it has. Shards that were taken over lag behind and are read
 * apart until they have caught up. For the relay's thread.
 */
final class PageReader {
  /** A slow delivery holds back the position; a crash repeats no more than this. */
  private static final int MAX_UNPASSED_FACTOR = 10;

  private final RelayContext context;
  private final int shardCount;
  private final NodeState state;
  private final Publisher publisher;
  private final Link link;
  private @Nullable Mark lastMark;
  private int turn;

  PageReader(
      RelayContext context, int shardCount, NodeState state, Publisher publisher, Link link) {
    this.link = link;
    this.context = context;
    this.shardCount = shardCount;
    this.state = state;
    this.publisher = publisher;
  }

  /**
   * Reads as many pages as there is room for, and returns how many events. If no transaction has
   * ended since the last call, it asks the database once and reads nothing.
   */
  int read() {
    noteFullShards();
    List<List<ShardRun>> groups = groups();
    if (groups.isEmpty()) {
      return 0;
    }
    Mark known = lastMark;
    Mark mark = link.call(session -> session.mark(known));
    lastMark = mark;
    int count = 0;
    turn++;
    for (int i = 0; i < groups.size(); i++) {
      count += readGroup(groups.get((turn + i) % groups.size()), mark);
    }
    return count;
  }

  /** Forgets the last moment looked at. */
  void beginAnew() {
    lastMark = null;
  }

  /** Whether another page may be in memory. */
  boolean hasRoom() {
    RelaySettings.Memory memory = context.settings().memory();
    return state.openEvents() + memory.maxEventsPerPage() <= memory.maxEvents()
        && state.unpassedEvents() < MAX_UNPASSED_FACTOR * memory.maxEvents();
  }

  private List<List<ShardRun>> groups() {
    Map<Cursor, List<ShardRun>> groups = new LinkedHashMap<>();
    for (ShardRun shard : state.shards()) {
      if (shard.mayRead()) {
        groups.computeIfAbsent(shard.read, cursor -> new ArrayList<>()).add(shard);
      }
    }
    return List.copyOf(groups.values());
  }

  private int readGroup(List<ShardRun> group, Mark mark) {
    Set<Integer> numbers = new TreeSet<>();
    group.forEach(shard -> numbers.add(shard.number()));
    int limit = context.settings().memory().maxEventsPerPage();
    int count = 0;
    boolean more = true;
    while (more && hasRoom()) {
      ReadPage page =
          link.call(session -> session.read(group.get(0).read, mark, numbers, shardCount, limit));
      take(group, page);
      count += page.events().size();
      more = page.full();
    }
    return count;
  }

  private void take(List<ShardRun> group, ReadPage page) {
    group.forEach(shard -> shard.read = page.after());
    if (page.events().isEmpty()) {
      return;
    }
    PageRun run = state.addPage(page.after(), group, page.events().size());
    for (StoredEvent stored : page.events()) {
      ShardRun shard = state.shard(stored.shard());
      if (shard == null) {
        throw new IllegalStateException("shard %d was not asked for".formatted(stored.shard()));
      }
      publisher.add(shard, stored, run);
    }
  }

  private void noteFullShards() {
    int max = context.settings().memory().maxBlockedAggregates();
    for (ShardRun shard : state.shards()) {
      boolean full = shard.blocked.size() >= max;
      if (full && !shard.full) {
        context
            .notifier()
            .tell(new RelayChange.ShardFull(context.name(), shard.number(), shard.blocked.size()));
      }
      shard.full = full;
    }
  }
}
