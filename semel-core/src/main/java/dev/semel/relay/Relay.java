package dev.semel.relay;

import dev.semel.ConfigurationException;
import dev.semel.relay.internal.RelayContext;
import dev.semel.relay.internal.RelayNotifier;
import dev.semel.relay.internal.ReplayRun;
import dev.semel.relay.internal.RunningRelay;
import dev.semel.relay.spi.PurgedBatch;
import dev.semel.relay.spi.RelayStore;
import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the events of the outbox to a sink, on this node and any number of others that run a
 * relay of the same name.
 *
 * <pre>{@code
 * Relay relay = Relay.builder(PostgresRelays.on(dataSource), "kafka", sink).build();
 * Semel semel = Semel.builder(store).listener(relay.wakeUps()).build();
 * relay.start();
 * }</pre>
 *
 * <p><b>Guarantee.</b> An event is published at least once if and only if its transaction
 * committed. Twice only where a crash, a lost lease or a timeout leaves no other way, with the same
 * id. <b>Order.</b> Within an aggregate, always; none between aggregates. An event that fails holds
 * back its own aggregate and no other. <b>Threads.</b> Safe for use by several threads. A relay
 * that runs has two of its own, and three with notices.
 */
public final class Relay implements AutoCloseable {
  private static final Duration CLOSE_DRAIN = Duration.ofSeconds(10);

  private final RelayContext context;
  private @Nullable Integer shardCount;
  private volatile @Nullable RunningRelay running;

  /** The last that was told to stop. It may not have ended yet. */
  private volatile @Nullable RunningRelay stopped;

  private Relay(RelayContext context) {
    this.context = context;
  }

  /**
   * Begins a relay.
   *
   * @param name relays of different names publish the same events to different sinks, each at its
   *     own pace
   */
  public static Builder builder(RelayStore store, String name, Sink sink) {
    return new Builder(store, name, sink);
  }

  /**
   * Starts publishing; does nothing if it has started. Sets the relay up if no node has done so
   * before. A stop that is under way comes to its end first.
   *
   * @throws ConfigurationException if it was set up with another number of shards
   */
  public void start() {
    RunningRelay before;
    do {
      before = awaitStopped();
    } while (!isStartedAfter(before));
  }

  private synchronized boolean isStartedAfter(@Nullable RunningRelay before) {
    if (running == null && stopped == before) {
      RunningRelay starting = new RunningRelay(context, shards());
      starting.start();
      running = starting;
    }
    return running != null;
  }

  /** Waits without the lock: whoever works for a relay that stops may call it meanwhile. */
  private @Nullable RunningRelay awaitStopped() {
    RunningRelay ending = stopped;
    if (ending != null) {
      ending.awaitEnd();
    }
    return ending;
  }

  private synchronized int shards() {
    if (shardCount == null) {
      int wanted = context.settings().shards();
      int there = context.store().setUp(context.name(), wanted, context.settings().start());
      if (there != wanted) {
        throw new ConfigurationException(
            "relay %s was set up with %d shards and is configured with %d; the number cannot be changed, so configure %d, or let a relay of another name begin"
                .formatted(context.name(), there, wanted, there));
      }
      shardCount = there;
    }
    return shardCount;
  }

  /**
   * Stops: reads no more, publishes what was read, saves, and gives the shards to other nodes at
   * once. If a stop is under way, waits for its end and leaves it the time that it was given.
   *
   * @param drainFor how long to wait for the sink; what is not settled by then is published again
   *     by whoever takes over. A sink that takes nothing at all is not waited for
   * @return false if it has not come to an end in time, because the database does not answer, or
   *     because the relay's own thread calls, which does not wait for itself
   */
  public boolean stop(Duration drainFor) {
    RunningRelay stopping = toldToStop(drainFor);
    return stopping == null || stopping.awaitEnd(drainFor);
  }

  private synchronized @Nullable RunningRelay toldToStop(Duration drainFor) {
    RunningRelay stopping = running;
    if (stopping != null) {
      stopping.stop(drainFor);
      stopped = stopping;
      running = null;
    }
    return stopped;
  }

  /** Stops, and drains for up to ten seconds. */
  @Override
  public void close() {
    stop(CLOSE_DRAIN);
  }

  /** Tells the relay that something was committed on this node. Quick, and never too often. */
  public void wakeUp() {
    RunningRelay awake = running;
    if (awake != null) {
      awake.wakeUp();
    }
  }

  /** Looks at once whether nodes have come or gone. It does so three times per lease anyway. */
  public void rebalance() {
    RunningRelay awake = running;
    if (awake != null) {
      awake.rebalance();
    }
  }

  /** To be given to the engine, so that the relay wakes up whenever a command commits events. */
  public SemelListener wakeUps() {
    return new SemelListener() {
      @Override
      public void onChange(StateChange change) {}

      @Override
      public void onPublished(int events) {
        wakeUp();
      }
    };
  }

  /** How it stands, all nodes together. */
  public RelayStatus status() {
    return context.store().status(context.name());
  }

  /** Events that could not be published. */
  public DeadLetters deadLetters() {
    return context.store().deadLetters(context.name());
  }

  /**
   * Sends events again that are still in the outbox, for consumers that rebuild, on this thread and
   * not faster than asked. The live stream goes on beside it; an aggregate may come from both at
   * once, which consumers tell apart by the header {@value RelayedEvent#REPLAY_HEADER}.
   */
  public ReplayReport replay(ReplayRequest request) {
    return new ReplayRun(context, request, shards()).run();
  }

  /**
   * Passes everything that is committed by now and not yet published, without publishing it: for
   * another side that has been away for long and wants to begin with what is new. Dead letters and
   * what waits behind them stay for an operator. What is on its way may still arrive.
   *
   * @return how many events were held and are forgotten; what was not read yet is not counted
   */
  public long skipBacklog() {
    shards();
    return context.store().skipBacklog(context.name());
  }

  /**
   * Takes the shards from a node that is dead, so that others publish them at once. Its leases run
   * out by themselves, unless the database's clock was set back: then they may last for long. A
   * node that is alive after all loses the shards too, and saves nothing more for them. The
   * decision is recorded.
   *
   * @param node the name of the node, as in {@link RelayStatus.Shard#owner}
   * @return how many shards were taken from it
   */
  public int freeShards(String node, DeadLetters.Decision decision) {
    Checks.name("node", node, Builder.MAX_NAME_CHARACTERS);
    return context.store().freeShards(context.name(), node, decision);
  }

  /**
   * Gives the relay up for good: its position, what it holds and its dead letters are gone, and it
   * keeps no event from being purged. Stop it on every node before.
   *
   * @return false if it was never set up
   * @throws IllegalStateException if it runs on this node
   */
  public boolean forget() {
    awaitStopped();
    return forgetStopped();
  }

  private synchronized boolean forgetStopped() {
    if (running != null) {
      throw new IllegalStateException(
          "relay %s runs on this node; stop it here and on all other nodes, then forget it"
              .formatted(context.name()));
    }
    shardCount = null;
    return context.store().forget(context.name());
  }

  /**
   * Removes events whose retention has ended, that every relay has passed, and that none holds or
   * has parked. Any number of nodes may do so at once.
   *
   * @return how many were removed
   */
  public long purge(OutboxRetention retention) {
    shards();
    long removed = 0;
    PurgedBatch batch = new PurgedBatch(0, 0, true);
    for (int i = 0; i < retention.maxBatches() && batch.more(); i++) {
      batch = context.store().purgeBatch(retention, batch.lastSequence());
      removed += batch.removed();
      if (batch.removed() > 0) {
        context.notifier().tell(new RelayChange.Purged(context.name(), batch.removed()));
      }
    }
    return removed;
  }

  /** Makes a relay. For one thread. */
  public static final class Builder {
    private static final int MAX_NAME_CHARACTERS = 100;

    private final RelayStore store;
    private final String name;
    private final Sink sink;
    private final List<RelayListener> listeners = new ArrayList<>();
    private RelaySettings settings = RelaySettings.standard();
    private String node =
        "pid-%d-%s"
            .formatted(ProcessHandle.current().pid(), UUID.randomUUID().toString().substring(0, 8));

    private Builder(RelayStore store, String name, Sink sink) {
      this.store = Objects.requireNonNull(store, "store");
      this.name = Checks.name("the name of a relay", name, MAX_NAME_CHARACTERS);
      this.sink = Objects.requireNonNull(sink, "sink");
    }

    /**
     * How this node is called in leases. No two nodes may have the same name. Its process id and
     * some random digits unless told.
     */
    public Builder node(String value) {
      this.node = Checks.name("node", value, MAX_NAME_CHARACTERS);
      return this;
    }

    public Builder settings(RelaySettings value) {
      this.settings = Objects.requireNonNull(value, "settings");
      return this;
    }

    /** Who hears what the relay does. */
    public Builder listener(RelayListener listener) {
      listeners.add(listener);
      return this;
    }

    public Relay build() {
      return new Relay(
          new RelayContext(store, name, node, sink, settings, new RelayNotifier(listeners)));
    }
  }
}
