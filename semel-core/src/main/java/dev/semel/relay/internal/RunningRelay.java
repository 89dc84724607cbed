package dev.semel.relay.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of a relay that runs. */
public final class RunningRelay {
  private static final Logger LOG = LoggerFactory.getLogger(RunningRelay.class);
  private static final long MAX_END_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final RelayLoop loop;
  private final LeaseKeeper keeper;
  private final Thread loopThread;
  private final Thread keeperThread;
  private final AutoCloseable notices;

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

  /** Ends everything; returns false if it has not ended in time. */
  public boolean stop(Duration drainFor) {
    closeNotices();
    loop.stop(drainFor);
    return ended(loopThread, drainFor.toMillis() + MAX_END_MILLIS);
  }

  private void stopRenewing() {
    keeper.end();
    ended(keeperThread, MAX_END_MILLIS);
  }

  private static boolean ended(Thread thread, long millis) {
    try {
      thread.join(millis);
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
