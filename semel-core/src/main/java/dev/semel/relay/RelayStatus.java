package dev.semel.relay;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a relay stands, all nodes together, as the database knows it. Immutable.
 *
 * @param waitingEvents committed and not passed yet, counted up to {@link #MAX_COUNTED}; the
 *     positions are saved at intervals, so some of them may be published
 * @param oldestWaiting age of the oldest of them; null if there are none
 * @param heldEvents that failed or wait behind one that did, dead letters not included
 * @param retried up to {@link #MAX_RETRIED} of those that failed and are tried again, the longest
 *     held first
 * @param deadLetters that wait for an operator
 * @param shards none if the relay was never started; nothing waits for it then
 * @param oldestTransaction the oldest that has written and not ended; null if there is none
 * @param otherCluster why positions or events are known to come from another database cluster; null
 *     if they do not. While it is not null, the relay publishes nothing and nothing is purged
 */
public record RelayStatus(
    String relay,
    long waitingEvents,
    @Nullable Duration oldestWaiting,
    long heldEvents,
    List<Retried> retried,
    long deadLetters,
    List<Shard> shards,
    List<Node> nodes,
    @Nullable OpenTransaction oldestTransaction,
    @Nullable String otherCluster) {
  /** A backlog is counted no further than this. */
  public static final int MAX_COUNTED = 1_000_000;

  /** So many failed events are shown. */
  public static final int MAX_RETRIED = 20;

  public RelayStatus {
    retried = List.copyOf(retried);
    shards = List.copyOf(shards);
    nodes = List.copyOf(nodes);
  }

  /**
   * An event that failed and is tried again. Its aggregate waits for it.
   *
   * @param attempts how often it failed
   * @param heldFor since it failed first
   * @param nextAttemptIn negative if it is due
   * @param reason why it failed last
   */
  public record Retried(
      UUID event,
      Aggregate aggregate,
      int attempts,
      Duration heldFor,
      Duration nextAttemptIn,
      String reason) {}

  /**
   * One shard.
   *
   * @param owner the node whose lease it is, or null
   * @param leaseRemaining negative if it has run out; null if there is none
   * @param savedAt when its position was saved last; null if never
   * @param position for people: what it has passed
   */
  public record Shard(
      int shard,
      @Nullable String owner,
      long fence,
      @Nullable Duration leaseRemaining,
      @Nullable Instant savedAt,
      String position) {}

  /**
   * One node.
   *
   * @param sinceSeen since its last sign of life
   */
  public record Node(String name, Duration sinceSeen) {}
}
