package dev.semel.relay.internal;

import dev.semel.relay.spi.Cursor;
import java.util.List;

/** A page in memory: when all of its events are done, its shards have passed it. */
final class PageRun {
  private final List<ShardRun> shards;
  private Cursor after;
  private int events;
  private int open;

  PageRun(Cursor after, List<ShardRun> shards, int events) {
    this.after = after;
    this.shards = List.copyOf(shards);
    this.events = events;
    this.open = events;
  }

  /** Takes in the page that follows, if nothing of this one is open; else returns false. */
  boolean takeIn(Cursor newAfter, List<ShardRun> newShards, int newEvents) {
    if (!isDone() || !shards.equals(newShards)) {
      return false;
    }
    after = newAfter;
    events += newEvents;
    open = newEvents;
    return true;
  }

  /** How many events it has that are not done. */
  int open() {
    return open;
  }

  /** How many events it has, done or not. */
  int events() {
    return events;
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
