package dev.semel.relay.internal;

import dev.semel.relay.Aggregate;
import dev.semel.relay.Delivery;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.ReplayReport;
import dev.semel.relay.ReplayRequest;
import dev.semel.relay.SinkBatch;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.StoredEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends a range again, on the caller's thread, beside the live stream and without its positions. A
 * batch has one event per aggregate and is waited for, so the order within an aggregate holds.
 */
public final class ReplayRun {
  private final RelayContext context;
  private final ReplayRequest request;
  private final int shardCount;
  private long published;
  private long refused;
  private @Nullable String stoppedBy;

  public ReplayRun(RelayContext context, ReplayRequest request, int shardCount) {
    this.context = context;
    this.request = request;
    this.shardCount = shardCount;
  }

  /** Replays until everything is sent, an event fails beyond its retries, or it is interrupted. */
  public ReplayReport run() {
    try (OutboxSession session = context.store().open()) {
      return run(session);
    }
  }

  private ReplayReport run(OutboxSession session) {
    Mark upTo = session.mark(null);
    long after = 0;
    boolean more = true;
    while (more && stoppedBy == null) {
      List<StoredEvent> page = session.readRange(request, after, upTo, shardCount, pageSize());
      more = page.size() == pageSize();
      after = page.isEmpty() ? after : page.get(page.size() - 1).event().sequence();
      sendAll(page);
    }
    return new ReplayReport(published, refused, stoppedBy);
  }

  private int pageSize() {
    return context.settings().memory().maxEventsPerPage();
  }

  private void sendAll(List<StoredEvent> page) {
    List<StoredEvent> rest = new ArrayList<>(page);
    while (!rest.isEmpty() && stoppedBy == null) {
      List<StoredEvent> batch = takeBatch(rest);
      long startNanos = System.nanoTime();
      sendUntilTaken(batch);
      keepPace(batch.size(), startNanos);
    }
  }

  /** The first event of each aggregate, of one shard, in order. */
  private List<StoredEvent> takeBatch(List<StoredEvent> rest) {
    int shard = rest.get(0).shard();
    int max = context.settings().memory().maxEventsPerBatch();
    Set<Aggregate> taken = new HashSet<>();
    List<StoredEvent> batch = new ArrayList<>();
    rest.removeIf(
        stored -> {
          boolean fits =
              stored.shard() == shard
                  && batch.size() < max
                  && taken.add(stored.event().aggregate());
          return fits && batch.add(stored);
        });
    return batch;
  }

  private void sendUntilTaken(List<StoredEvent> batch) {
    List<StoredEvent> open = batch;
    for (int attempt = 1; !open.isEmpty() && stoppedBy == null; attempt++) {
      open = send(open, attempt);
      if (!open.isEmpty() && stoppedBy == null) {
        pause(
            context
                .settings()
                .retries()
                .backoff(attempt, ThreadLocalRandom.current().nextDouble())
                .toNanos());
      }
    }
  }

  /** Sends a batch once and returns what has to be sent again. */
  private List<StoredEvent> send(List<StoredEvent> batch, int attempt) {
    CountDownLatch settled = new CountDownLatch(batch.size());
    Map<Task, StoredEvent> tasks = new HashMap<>();
    List<Delivery> deliveries = new ArrayList<>();
    for (StoredEvent stored : batch) {
      Task task = new Task(marked(stored.event()), attempt, done -> settled.countDown());
      tasks.put(task, stored);
      deliveries.add(task);
    }
    try {
      context
          .sink()
          .publish(new SinkBatch(context.name(), batch.get(0).shard(), 0, true, deliveries));
    } catch (RuntimeException e) {
      tasks.keySet().forEach(task -> task.failed("the sink failed: " + e));
    }
    await(settled);
    return judge(tasks, attempt);
  }

  private RelayedEvent marked(RelayedEvent event) {
    Map<String, String> headers = new HashMap<>(event.headers());
    headers.put(RelayedEvent.REPLAY_HEADER, request.name());
    return event.withHeaders(headers);
  }

  private void await(CountDownLatch settled) {
    try {
      long millis = context.settings().deliveryTimeout().toMillis();
      if (!settled.await(millis, TimeUnit.MILLISECONDS)) {
        stoppedBy = "the sink did not settle a batch within " + millis + " ms";
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stoppedBy = "interrupted";
    }
  }

  private List<StoredEvent> judge(Map<Task, StoredEvent> tasks, int attempt) {
    List<StoredEvent> again = new ArrayList<>();
    int taken = 0;
    for (Map.Entry<Task, StoredEvent> entry : tasks.entrySet()) {
      Result result = entry.getKey().result();
      if (result instanceof Result.Published) {
        taken++;
      } else if (result instanceof Result.Refused) {
        refused++;
      } else {
        again.add(entry.getValue());
        giveUpAfter(attempt, entry.getKey());
      }
    }
    published += taken;
    if (taken > 0) {
      context.notifier().tell(new RelayChange.Published(context.name(), taken, true));
    }
    return again;
  }

  private void giveUpAfter(int attempt, Task task) {
    if (attempt >= context.settings().retries().maxAttempts() && stoppedBy == null) {
      stoppedBy =
          "event %s failed %d times: %s"
              .formatted(task.event().id(), attempt, describe(task.result()));
    }
  }

  private static String describe(@Nullable Result result) {
    if (result instanceof Result.Failed failed) {
      return failed.reason();
    }
    return result instanceof Result.Unavailable unavailable ? unavailable.reason() : "not settled";
  }

  private void keepPace(int events, long startNanos) {
    long shouldTake = TimeUnit.SECONDS.toNanos(events) / request.maxEventsPerSecond();
    pause(shouldTake - (System.nanoTime() - startNanos));
  }

  private void pause(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(Math.max(0, nanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stoppedBy = "interrupted";
    }
  }
}
