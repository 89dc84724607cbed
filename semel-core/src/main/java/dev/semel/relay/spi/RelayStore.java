package dev.semel.relay.spi;

import dev.semel.relay.Aggregate;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.OpenTransaction;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The outbox of a database, as a relay sees it. It promises:
 *
 * <ul>
 *   <li>reading skips nothing: a transaction that is open when others are read is read when it has
 *       ended;
 *   <li>events of one aggregate are read in the order they were written, if each was written after
 *       the one before it had been committed;
 *   <li>whatever is written for a shard is written only while the fence is current;
 *   <li>success changes no event: the position is a cursor per shard;
 *   <li>time is the database's own.
 * </ul>
 *
 * <p>Safe for use by several threads. Anything it throws may pass: the relay tries again.
 */
public interface RelayStore {
  /**
   * Makes the shards of a relay, unless they are there.
   *
   * @return how many there are
   */
  int setUp(String relay, int shards, RelaySettings.Start start);

  /** Notes that a node lives, and extends its leases as far as their fences are current. */
  Membership renew(String relay, String node, Duration lease, Collection<ShardLease> held);

  /** Takes shards that nobody holds, or whose lease has run out. Never waits for another node. */
  List<OwnedShard> acquire(String relay, String node, Duration lease, int max);

  /** Gives shards back at once, if their fences are current. */
  void release(String relay, Collection<ShardLease> leases);

  /** Forgets a node that stops. */
  void leave(String relay, String node);

  /**
   * The saved positions of these shards, as far as their fences are current; the others belong to
   * another node.
   */
  List<OwnedShard> positions(String relay, Collection<ShardLease> leases);

  /** Opens a session, in which events are read and positions are saved. */
  OutboxSession open();

  /**
   * The held events of these shards that are due, the longest due first.
   *
   * @param except sequences of those that are under way
   */
  DueEvents due(String relay, Set<Integer> shards, Set<Long> except, int limit);

  /**
   * The aggregates of a shard that something holds back.
   *
   * @param deadLettersBlock whether dead letters do
   */
  List<Aggregate> blocked(String relay, int shard, boolean deadLettersBlock);

  /** The oldest transaction that has written and not ended, or null. */
  @Nullable OpenTransaction oldestTransaction();

  RelayStatus status(String relay);

  DeadLetters deadLetters(String relay);

  /**
   * Looks at the oldest events behind a sequence and removes those whose retention has ended, that
   * every relay has passed, and that none holds or has parked.
   */
  PurgedBatch purgeBatch(OutboxRetention retention, long afterSequence);

  /**
   * Passes what is committed by now without publishing it, and forgets what is held, but for dead
   * letters and what waits behind them. Whoever owns a shard loses it.
   *
   * @return how many held events were forgotten
   */
  long skipBacklog(String relay);

  /**
   * Takes all shards from a node, forgets the node, and records the decision for each shard. The
   * node can write nothing more for them.
   *
   * @return how many shards
   */
  int freeShards(String relay, String node, DeadLetters.Decision decision);

  /**
   * Forgets a relay: its positions, what it holds, its dead letters. A relay of that name begins
   * anew.
   *
   * @return false if there was none
   */
  boolean forget(String relay);

  /** Tells other nodes that there is something new, without waiting. Does nothing unless set up. */
  void notifyOthers(String relay);

  /**
   * Calls back when another node has told of something new. Does nothing unless set up.
   *
   * @return ends it
   */
  AutoCloseable onNotice(String relay, Runnable wakeUp);
}
