package dev.semel.relay.internal;

import dev.semel.relay.spi.Cursor;
import java.util.List;

/** A page in memory: when all of its events are done, its shards have passed it. */
final class PageRun {
  private final Cursor after;
  private final List<ShardRun> shards;
  private int open;

  PageRun(Cursor after, List<ShardRun> shards, int events) {
    this.after = after;
    this.shards = List.copyOf(shards);
    this.open = events;
  }

  Cursor after() {
    return after;
  }

  List<ShardRun> shards() {
    return shards;
  }

  void done() {
    open--;
  }

  boolean isDone() {
    return open == 0;
  }
}
