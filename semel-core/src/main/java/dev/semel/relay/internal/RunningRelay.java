package dev.semel.relay.internal;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of a relay that runs. */
public final class RunningRelay {
  private static final Logger LOG = LoggerFactory.getLogger(RunningRelay.class);
  private static final Duration MAX_END = Duration.ofSeconds(10);

  private final RelayLoop loop;
  private final LeaseKeeper keeper;
  private final Thread loopThread;
  private final Thread keeperThread;
  private final AutoCloseable notices;
  private volatile long endByNanos;

  public RunningRelay(RelayContext context, int shardCount) {
    LeaseTable leases = new LeaseTable();
    Signal signal = new Signal();
    this.keeper = new LeaseKeeper(context, shardCount, leases, signal);
    this.loop = new RelayLoop(context, shardCount, leases, signal, this::stopRenewing);
    this.loopThread = thread(loop, "semel-relay-" + context.name());
    this.keeperThread = thread(keeper, "semel-relay-" + context.name() + "-leases");
    this.notices = context.store().onNotice(context.name(), () -> loop.wakeUp(false));
  }

  private static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  public void start() {
    keeperThread.start();
    loopThread.start();
  }

  /** Something was committed on this node. */
  public void wakeUp() {
    loop.wakeUp(true);
  }

  /** Renews leases and takes a share at once. */
  public void rebalance() {
    keeper.poke();
  }

  /** Tells everything to end. */
  public void stop(Duration drainFor) {
    endByNanos = System.nanoTime() + drainFor.toNanos() + MAX_END.toNanos();
    closeNotices();
    loop.stop(drainFor);
  }

  /** Waits for the end as long as it was told to take at most. */
  public void awaitEnd() {
    awaitEndFor(Duration.ofNanos(endByNanos - System.nanoTime()));
  }

  /** Waits for the end; returns false if it has not ended in time. */
  public boolean awaitEnd(Duration drainFor) {
    return awaitEndFor(drainFor.plus(MAX_END));
  }

  /** Its own threads do not wait for themselves. */
  private boolean awaitEndFor(Duration atMost) {
    boolean isOurs = List.of(loopThread, keeperThread).contains(Thread.currentThread());
    return !isOurs && ended(loopThread, atMost);
  }

  private void stopRenewing() {
    keeper.end();
    ended(keeperThread, MAX_END);
  }

  private static boolean ended(Thread thread, Duration atMost) {
    try {
      thread.join(Math.max(1, atMost.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  private void closeNotices() {
    try {
      notices.close();
    } catch (Exception e) {
      LOG.debug("could not stop listening for notices", e);
    }
  }
}
