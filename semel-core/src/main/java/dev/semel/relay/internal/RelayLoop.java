package dev.semel.relay.internal;

import dev.semel.relay.RelayChange;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.ShardLease;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The relay's thread: reads pages, hands them to the sink, takes in results, saves, again and
 * again.
 *
 * <p><b>Why nothing is lost.</b> A position is saved only behind pages whose every event is
 * published or, in the same transaction, written down as held. Whoever takes a shard over begins at
 * the saved position, and so does this node itself when it has lost its session with the database:
 * the server may have crashed, and what is in memory may be of a time that never was.
 *
 * <p><b>Why a late owner does no lasting harm.</b> Everything it writes names its fence, and the
 * database compares it. It stops publishing when its own clock says that the lease is over; what it
 * had handed over by then may still arrive, as a duplicate of what the new owner publishes.
 */
final class RelayLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(RelayLoop.class);
  private static final long FIRST_STORE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LAST_STORE_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final RelayContext context;
  private final LeaseTable leases;
  private final Signal signal;
  private final Runnable stopRenewing;
  private final int shardCount;
  private final NodeState state = new NodeState();
  private final Link link;
  private final Publisher publisher;
  private final PageReader reader;
  private final Writer writer;
  private final HeldRetries held;
  private final Pace pace;
  private final Backoff storePause = new Backoff(FIRST_STORE_PAUSE_NANOS, LAST_STORE_PAUSE_NANOS);

  private int lostToOthers;
  private int loggedShards;
  private volatile boolean woken;
  private volatile boolean committedHere;
  private volatile boolean stopping;
  private volatile long stopAtNanos;

  /**
   * Makes a loop.
   *
   * @param stopRenewing called at the end, before the leases are given back
   */
  RelayLoop(
      RelayContext context,
      int shardCount,
      LeaseTable leases,
      Signal signal,
      Runnable stopRenewing) {
    this.stopRenewing = stopRenewing;
    this.context = context;
    this.leases = leases;
    this.signal = signal;
    this.shardCount = shardCount;
    this.link = new Link(context.store());
    this.publisher = new Publisher(context, leases, signal);
    this.reader = new PageReader(context, shardCount, state, publisher, link);
    this.writer = new Writer(context, state, leases, link);
    this.held = new HeldRetries(context, state, publisher);
    this.pace = new Pace(context.settings().polling(), System.nanoTime());
  }

  /** There may be something new. */
  void wakeUp(boolean fromHere) {
    committedHere |= fromHere;
    woken = true;
    signal.raise();
  }

  /** Reads no more, and ends when what was read is published, or the time is over. */
  void stop(Duration drainFor) {
    stopAtNanos = System.nanoTime() + drainFor.toNanos();
    stopping = true;
    signal.raise();
  }

  @Override
  public void run() {
    while (!isOver()) {
      runOnce();
    }
    end();
  }

  private boolean isOver() {
    long nanoTime = System.nanoTime();
    return stopping && (isDrained(nanoTime) || nanoTime - stopAtNanos >= 0);
  }

  /** What a sink that takes nothing was not given yet is not waited for. */
  private boolean isDrained(long nanoTime) {
    return !publisher.hasInFlight()
        && !writer.hasUnsaved()
        && (state.pages.isEmpty() || publisher.isPaused(nanoTime));
  }

  private void runOnce() {
    try {
      tick();
      storePause.reset();
      signal.await(waitNanos(System.nanoTime()));
    } catch (RuntimeException e) {
      long nanos = storePause.pause(System.nanoTime(), 0);
      LOG.debug("relay {} failed and goes on", context.name(), e);
      forgetIfLost();
      context
          .notifier()
          .tell(
              new RelayChange.StoreUnavailable(
                  context.name(), Duration.ofNanos(nanos), String.valueOf(e.getMessage())));
      signal.await(nanos);
    }
  }

  private void tick() {
    beginAnewIfLost();
    dropLost();
    publisher.collect();
    if (writer.flush(stopping)) {
      held.hurry();
    }
    if (!stopping) {
      takeUpGained();
      giveUpSurplus();
      held.retry(System.nanoTime());
      read();
      tellOthers();
    }
    publisher.dispatch(state.shards());
    logShards();
  }

  /** Writes one line however many shards come or go together. */
  private void logShards() {
    int shards = state.shards().size();
    if (leases.nextGained() != null || leases.surplus() > 0) {
      return;
    }
    if (lostToOthers > 0) {
      LOG.warn(
          "relay {}: lost {} shards to other nodes, publishes {} of {} shards",
          context.name(),
          lostToOthers,
          shards,
          shardCount);
    } else if (shards != loggedShards) {
      LOG.info("relay {}: publishes {} of {} shards", context.name(), shards, shardCount);
    }
    lostToOthers = 0;
    loggedShards = shards;
  }

  /** At once, so that nothing of it can be saved in another session. */
  private void forgetIfLost() {
    if (link.isLost()) {
      state.removeAll();
      reader.beginAnew();
    }
  }

  /**
   * Takes up the saved positions, once they can be saved again: where reading works and writing
   * does not, the same events would be published over and over. The session comes first: a position
   * may have been saved without waiting for the disk, and no crash goes unnoticed after that.
   */
  private void beginAnewIfLost() {
    if (link.isLost()) {
      link.open();
      List<ShardLease> held = leases.leases();
      List<OwnedShard> positions = context.store().positions(context.name(), held);
      link.renew();
      writer.saveAgain(positions);
      leases.beginAnew(held, positions);
    }
  }

  private void dropLost() {
    for (ShardLease lease : leases.takeLost()) {
      if (state.remove(lease) != null) {
        lostToOthers++;
        context
            .notifier()
            .tell(new RelayChange.ShardLost(context.name(), lease.shard(), lease.fence()));
      }
    }
  }

  private void takeUpGained() {
    OwnedShard gained = leases.nextGained();
    while (gained != null && !publisher.hasInFlight(gained.lease().shard())) {
      ShardRun shard = new ShardRun(gained.lease(), gained.cursor());
      held.lookUpBlocked(shard);
      leases.takenUp(gained);
      state.add(shard);
      context
          .notifier()
          .tell(new RelayChange.ShardGained(context.name(), shard.number(), shard.lease.fence()));
      pace.wake(System.nanoTime());
      gained = leases.nextGained();
    }
  }

  private void giveUpSurplus() {
    int surplus = leases.surplus();
    int leaving = 0;
    for (ShardRun shard : state.shards()) {
      shard.leaving = leaving < surplus;
      leaving += shard.leaving ? 1 : 0;
    }
    for (ShardRun shard : state.leaving()) {
      if (shard.isIdle() && !state.isInPages(shard) && !publisher.hasInFlight(shard.number())) {
        release(shard);
      }
    }
  }

  private void release(ShardRun shard) {
    context.store().release(context.name(), List.of(shard.lease));
    leases.remove(shard.lease);
    leases.surplus(Math.max(0, leases.surplus() - 1));
    state.remove(shard.lease);
    context
        .notifier()
        .tell(new RelayChange.ShardReleased(context.name(), shard.number(), shard.lease.fence()));
  }

  private void read() {
    long nanoTime = System.nanoTime();
    if (woken) {
      woken = false;
      pace.wake(nanoTime);
    }
    if (pace.isDue(nanoTime) && reader.hasRoom() && !publisher.isPaused(nanoTime)) {
      int events = reader.read();
      boolean more = events >= context.settings().memory().maxEventsPerPage();
      pace.looked(events, more, System.nanoTime());
    }
  }

  /** Others may own the shards of what was committed here. */
  private void tellOthers() {
    if (committedHere) {
      committedHere = false;
      if (leases.size() < shardCount) {
        context.store().notifyOthers(context.name());
      }
    }
  }

  private long waitNanos(long nanoTime) {
    long nanos = MAX_WAIT_NANOS;
    if (!stopping) {
      nanos = reader.hasRoom() ? Math.min(nanos, pace.remainingNanos(nanoTime)) : nanos;
      nanos = Math.min(nanos, held.nanosToNextLook(nanoTime));
    }
    if (publisher.isPaused(nanoTime)) {
      nanos = Math.max(nanos, Math.min(MAX_WAIT_NANOS, publisher.pauseNanos(nanoTime)));
    }
    Long timeout = publisher.nanosToTimeout(nanoTime);
    if (timeout != null) {
      nanos = Math.min(nanos, Math.max(timeout, TimeUnit.MILLISECONDS.toNanos(1)));
    }
    return writer.hasUnsaved()
        ? Math.min(nanos, Math.max(1, context.settings().saveInterval().toNanos()))
        : nanos;
  }

  private void end() {
    try {
      publisher.collect();
      writer.flush(true);
      stopRenewing.run();
      context.store().release(context.name(), leases.leases());
      context.store().leave(context.name(), context.node());
    } catch (RuntimeException e) {
      LOG.warn(
          "relay {} could not save at its end; others go on when its leases run out",
          context.name(),
          e);
    } finally {
      stopRenewing.run();
      link.close();
      leases.leases().forEach(state::remove);
      LOG.info("relay {}: stopped", context.name());
    }
  }
}
