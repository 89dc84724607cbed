package dev.semel.relay.internal;

import dev.semel.relay.OpenTransaction;
import dev.semel.relay.RelayChange;
import dev.semel.relay.spi.Membership;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.RelayStore;
import dev.semel.relay.spi.ShardLease;
import java.time.Duration;
import java.util.List;

/**
 * Renews this node's leases, takes its share of the shards, and says how many are too many. A
 * thread of its own, so that neither a slow sink nor a long read can cost a lease.
 */
final class LeaseKeeper implements Runnable {
  private static final int RENEWALS_PER_LEASE = 3;

  private final RelayContext context;
  private final int shardCount;
  private final LeaseTable leases;
  private final Signal loop;
  private final LongTransactionReports longTransactions;
  private final Signal poke = new Signal();
  private volatile boolean over;

  LeaseKeeper(RelayContext context, int shardCount, LeaseTable leases, Signal loop) {
    this.context = context;
    this.shardCount = shardCount;
    this.leases = leases;
    this.loop = loop;
    this.longTransactions = new LongTransactionReports(context.settings().longTransaction());
  }

  @Override
  public void run() {
    while (!over) {
      beatQuietly();
      loop.raise();
      poke.await(context.settings().lease().toNanos() / RENEWALS_PER_LEASE);
    }
  }

  /** Renews at once. */
  void poke() {
    poke.raise();
  }

  void end() {
    over = true;
    poke.raise();
  }

  private void beatQuietly() {
    try {
      beat();
      reportLongTransaction();
    } catch (RuntimeException e) {
      Duration next = context.settings().lease().dividedBy(RENEWALS_PER_LEASE);
      context
          .notifier()
          .tell(
              new RelayChange.StoreUnavailable(context.name(), next, "leases: " + e.getMessage()));
    }
  }

  private void beat() {
    RelayStore store = context.store();
    Duration length = context.settings().lease();
    List<ShardLease> asked = leases.leases();
    long untilNanos = System.nanoTime() + length.toNanos();
    Membership membership = store.renew(context.name(), context.node(), length, asked);
    leases.renewed(asked, membership.renewed(), untilNanos);
    int share = membership.shareOf(shardCount);
    int missing = share - leases.size();
    leases.surplus(Math.max(0, -missing));
    if (missing > 0) {
      long gainedUntilNanos = System.nanoTime() + length.toNanos();
      List<OwnedShard> gained = store.acquire(context.name(), context.node(), length, missing);
      leases.gain(gained, gainedUntilNanos);
    }
  }

  private void reportLongTransaction() {
    OpenTransaction oldest = context.store().oldestTransaction();
    if (oldest != null && longTransactions.isDue(oldest)) {
      context.notifier().tell(new RelayChange.LongTransaction(context.name(), oldest));
    }
  }
}
