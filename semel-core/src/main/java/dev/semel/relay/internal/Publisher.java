package dev.semel.relay.internal;

import dev.semel.relay.Aggregate;
import dev.semel.relay.Delivery;
import dev.semel.relay.RelayChange;
import dev.semel.relay.SinkBatch;
import dev.semel.relay.spi.HeldEvent;
import dev.semel.relay.spi.StoredEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hands events to the sink and takes in what became of them.
 *
 * <p><b>Why the order within an aggregate holds.</b> An aggregate has one lane, and a lane sends
 * its next event only when the one before is published. If one fails, everything behind it in the
 * lane is written down as held before any position passes it, and the aggregate is blocked: what is
 * read of it from then on is held as well. Held events are sent one at a time. The lane is used
 * again when the database says that nothing of the aggregate is held any more.
 *
 * <p>For the relay's thread; deliveries may be settled on any.
 */
final class Publisher {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LAST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final RelayContext context;
  private final LeaseTable leases;
  private final Signal signal;
  private final Queue<Task> settled = new ConcurrentLinkedQueue<>();
  private final Map<Task, Lane> lanes = new HashMap<>();
  private final Map<Task, HeldTask> held = new HashMap<>();
  private final Map<Task, Long> sentAtNanos = new LinkedHashMap<>();
  private final Backoff sinkPause = new Backoff(FIRST_PAUSE_NANOS, LAST_PAUSE_NANOS);
  private final Holding holding;
  private int published;
  private boolean unsettledTold;

  /** A held event that is tried again. */
  record HeldTask(ShardRun shard, Task task, long heldForMillis) {}

  Publisher(RelayContext context, LeaseTable leases, Signal signal) {
    this.context = context;
    this.leases = leases;
    this.signal = signal;
    this.holding = new Holding(context);
  }

  /** Takes in an event that was read. */
  void add(ShardRun shard, StoredEvent stored, PageRun page) {
    var aggregate = stored.event().aggregate();
    if (shard.blocked.contains(aggregate)) {
      holding.waits(shard, stored.event());
      page.done();
      return;
    }
    Lane lane = shard.lanes.computeIfAbsent(aggregate, key -> new Lane(key, shard));
    if (lane.add(new Lane.Item(new Task(stored.event(), 1, this::onSettled), page))) {
      shard.ready.add(lane);
    }
  }

  private void onSettled(Task task) {
    settled.add(task);
    signal.raise();
  }

  boolean isPaused(long nanoTime) {
    return sinkPause.remainingNanos(nanoTime) > 0;
  }

  long pauseNanos(long nanoTime) {
    return sinkPause.remainingNanos(nanoTime);
  }

  boolean hasInFlight() {
    return !lanes.isEmpty() || !held.isEmpty();
  }

  /** Whether anything of a shard is on its way, be it from before the shard was lost. */
  boolean hasInFlight(int shard) {
    return lanes.values().stream().anyMatch(lane -> lane.shard().number() == shard)
        || held.values().stream().anyMatch(task -> task.shard().number() == shard);
  }

  /** The sequences of held events that are on their way. */
  Set<Long> heldInFlight() {
    Set<Long> sequences = new HashSet<>();
    held.keySet().forEach(task -> sequences.add(task.event().sequence()));
    return sequences;
  }

  /** The aggregates of held events that are on their way. */
  Set<Aggregate> heldAggregates() {
    Set<Aggregate> aggregates = new HashSet<>();
    held.keySet().forEach(task -> aggregates.add(task.event().aggregate()));
    return aggregates;
  }

  /** Sends what is ready, as far as the sink and the leases allow. */
  void dispatch(Iterable<ShardRun> shards) {
    for (ShardRun shard : shards) {
      long nanoTime = System.nanoTime();
      while (!shard.ready.isEmpty()
          && !isPaused(nanoTime)
          && leases.isValid(shard.lease, nanoTime)) {
        send(shard, nextBatch(shard));
      }
    }
  }

  private List<Task> nextBatch(ShardRun shard) {
    int max = context.settings().memory().maxEventsPerBatch();
    int maxPerLane = context.sink().keepsOrderWithinBatch() ? max : 1;
    List<Task> batch = new ArrayList<>();
    while (!shard.ready.isEmpty() && batch.size() < max) {
      Lane lane = shard.ready.removeFirst();
      for (Lane.Item item : lane.take(Math.min(maxPerLane, max - batch.size()))) {
        lanes.put(item.task(), lane);
        batch.add(item.task());
      }
    }
    return batch;
  }

  /** Sends a held event, by itself. */
  void sendHeld(ShardRun shard, HeldEvent event) {
    if (leases.isValid(shard.lease, System.nanoTime())) {
      Task task = new Task(event.stored().event(), event.failedAttempts() + 1, this::onSettled);
      held.put(task, new HeldTask(shard, task, event.heldForMillis()));
      send(shard, List.of(task));
    }
  }

  private void send(ShardRun shard, List<Task> batch) {
    long nanoTime = System.nanoTime();
    batch.forEach(task -> sentAtNanos.put(task, nanoTime));
    try {
      context
          .sink()
          .publish(
              new SinkBatch(
                  context.name(),
                  shard.number(),
                  shard.lease.fence(),
                  false,
                  List.<Delivery>copyOf(batch)));
    } catch (RuntimeException e) {
      batch.forEach(task -> task.failed("the sink failed: " + e));
    }
  }

  /** Takes in everything that was settled by now, or has taken too long. */
  void collect() {
    reportUnsettled();
    timeOut();
    for (Task task = settled.poll(); task != null; task = settled.poll()) {
      sentAtNanos.remove(task);
      Lane lane = lanes.remove(task);
      HeldTask retried = held.remove(task);
      if (lane != null && lane.settledOne()) {
        landed(lane);
      } else if (retried != null && !retried.shard().lost) {
        landedHeld(retried);
      }
    }
    if (published > 0) {
      context.notifier().tell(new RelayChange.Published(context.name(), published, false));
      published = 0;
    }
  }

  /** Looks at the oldest only. What is settled and not taken in yet was not forgotten. */
  private void reportUnsettled() {
    if (unsettledTold || sentAtNanos.isEmpty()) {
      return;
    }
    Map.Entry<Task, Long> oldest = sentAtNanos.entrySet().iterator().next();
    Duration age = Duration.ofNanos(System.nanoTime() - oldest.getValue());
    if (oldest.getKey().result() == null
        && age.compareTo(context.settings().unsettledWarning()) > 0) {
      unsettledTold = true;
      context
          .notifier()
          .tell(
              new RelayChange.Unsettled(
                  context.name(),
                  context.sink().getClass().getName(),
                  oldest.getKey().event().id(),
                  age));
    }
  }

  /** They were handed over in order, so the first that is in time ends the search. */
  private void timeOut() {
    Duration timeout = context.settings().deliveryTimeout();
    long nanoTime = System.nanoTime();
    for (Map.Entry<Task, Long> entry : sentAtNanos.entrySet()) {
      if (nanoTime - entry.getValue() <= timeout.toNanos()) {
        return;
      }
      entry.getKey().failed("the sink did not settle it within " + timeout);
    }
  }

  private void landed(Lane lane) {
    List<Lane.Item> items = lane.landed();
    int next = 0;
    while (next < items.size() && isPublished(items.get(next).task())) {
      published(items.get(next));
      next++;
    }
    if (next < items.size()) {
      stopped(lane, items.subList(next, items.size()));
    }
    if (lane.hasWaiting()) {
      lane.shard().ready.add(lane);
    } else if (!lane.isInFlight()) {
      lane.shard().lanes.remove(lane.aggregate());
    }
  }

  private static boolean isPublished(Task task) {
    return task.result() instanceof Result.Published;
  }

  private void published(Lane.Item item) {
    item.page().done();
    published++;
    sinkWorks();
  }

  private void sinkWorks() {
    if (sinkPause.reset()) {
      context.notifier().tell(new RelayChange.SinkAvailable(context.name()));
    }
  }

  /** The first of these was not published; what is behind it was not, or should not have been. */
  private void stopped(Lane lane, List<Lane.Item> items) {
    Lane.Item first = items.get(0);
    List<Lane.Item> rest = new ArrayList<>();
    for (Lane.Item item : items.subList(1, items.size())) {
      if (isPublished(item.task())) {
        published(item);
      } else {
        rest.add(item);
      }
    }
    if (first.task().result() instanceof Result.Unavailable unavailable) {
      List<Lane.Item> back = new ArrayList<>(List.of(first));
      back.addAll(rest);
      lane.putBack(back);
      pause(unavailable);
      return;
    }
    boolean blocks = holding.holdFirst(lane.shard(), first.task(), 0);
    first.page().done();
    lane.putBack(rest);
    if (blocks) {
      lane.shard().blocked.add(lane.aggregate());
      for (Lane.Item waiting : lane.removeWaiting()) {
        holding.waits(lane.shard(), waiting.task().event());
        waiting.page().done();
      }
    }
  }

  private void pause(Result.Unavailable unavailable) {
    long nanoTime = System.nanoTime();
    if (!isPaused(nanoTime)) {
      long nanos = sinkPause.pause(nanoTime, unavailable.retryAfter().toNanos());
      context
          .notifier()
          .tell(
              new RelayChange.SinkUnavailable(
                  context.name(), Duration.ofNanos(nanos), unavailable.reason()));
    }
  }

  private void landedHeld(HeldTask retried) {
    Result result = retried.task().result();
    if (result instanceof Result.Published) {
      published++;
      sinkWorks();
      holding.succeeds(retried.shard(), retried.task().event());
    } else if (result instanceof Result.Unavailable unavailable) {
      pause(unavailable);
    } else {
      holding.holdFirst(retried.shard(), retried.task(), retried.heldForMillis());
    }
  }

  /** How long until something has taken too long, or null if nothing is on its way. */
  @Nullable Long nanosToTimeout(long nanoTime) {
    if (sentAtNanos.isEmpty()) {
      return null;
    }
    long oldest = sentAtNanos.values().iterator().next();
    return Math.max(0, oldest + context.settings().deliveryTimeout().toNanos() - nanoTime);
  }
}
