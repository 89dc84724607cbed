package dev.semel.demo.storm;

import dev.semel.client.ClientIntent;
import dev.semel.client.ClientOutcome;
import dev.semel.demo.flow.FlowCounts;
import dev.semel.demo.storm.StormIntent.Kind;
import dev.semel.testing.net.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** One storm, from the first call to the verdict. */
final class StormRun implements Runnable {
  private static final Duration MAX_DURATION = Duration.ofMinutes(10);
  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(200);
  private static final int MAX_DESKS = 16;

  private final UUID stormId;
  private final StormSettings settings;
  private final StormParts parts;
  private final Counters counters;
  private final Series series = new Series();
  private final long startNanos = System.nanoTime();
  private final AtomicInteger callsBegun = new AtomicInteger();
  private final AtomicInteger callsEnded = new AtomicInteger();
  private volatile StormState state = StormState.RUNNING;
  private volatile boolean stopped;
  private volatile long elapsedMillis;
  private volatile @Nullable Verdict verdict;
  private volatile @Nullable String error;

  StormRun(UUID stormId, StormSettings settings, StormParts parts) {
    this.stormId = stormId;
    this.settings = settings;
    this.parts = parts;
    FlowCounts before = parts.events().counts();
    this.counters = new Counters(() -> parts.events().counts().since(before));
  }

  /** Begins no further calls; what was begun is settled and judged. */
  void stop() {
    stopped = true;
  }

  boolean isOver() {
    return state.isOver();
  }

  StormView view() {
    // Read first: whoever sees the end sees all that was written before it.
    StormState now = state;
    return new StormView(
        stormId,
        now,
        now.isOver() ? elapsedMillis : millis(),
        settings,
        counters.counts(settings.intents()),
        series.points(),
        series.faults(),
        now.isOver() ? verdict : null,
        now.isOver() ? error : null);
  }

  @Override
  public void run() {
    ScheduledExecutorService sampler =
        Executors.newSingleThreadScheduledExecutor(Threads.named("storm-sampler"));
    try {
      var unused =
          sampler.scheduleWithFixedDelay(
              this::sample, 0, BETWEEN_SAMPLES.toMillis(), TimeUnit.MILLISECONDS);
      Map<TopicPartition, Long> topicBefore = parts.events().ends();
      List<Acknowledgement> told =
          blow().stream().map(intent -> intent.acknowledgement(parts.json())).toList();
      if (parts.events().hasBroker()) {
        parts.events().arrive(stormId);
      }
      state = StormState.CHECKING;
      verdict = judge(told, topicBefore);
      end(stopped ? StormState.STOPPED : StormState.DONE);
    } catch (RuntimeException e) {
      error = String.valueOf(e.getMessage());
      end(StormState.FAILED);
    } finally {
      sampler.shutdownNow();
    }
  }

  private Verdict judge(List<Acknowledgement> told, Map<TopicPartition, Long> topicBefore) {
    Verdict ofEffects = parts.checker().check(stormId, told);
    return parts.events().hasBroker()
        ? ofEffects.with(parts.events().check(stormId, topicBefore))
        : ofEffects;
  }

  private void end(StormState last) {
    sample();
    elapsedMillis = millis();
    state = last;
  }

  /** Sends everything through the faults, then settles what is left without them. */
  private List<StormIntent> blow() {
    StormClient direct = parts.client(parts.host(), parts.port(), new Counters());
    List<UUID> desks = desks(direct);
    Stirring stirring = new Stirring(stormId, desks, direct);
    try (FaultProxy proxy = FaultProxy.to(parts.host(), parts.port());
        StormFaults faults = faults(proxy, stirring)) {
      StormClient battered = parts.client(proxy.host(), proxy.port(), counters);
      List<StormIntent> intents = intents(battered, desks);
      faults.plan(settings);
      List<StormIntent> calls = StormPlan.of(intents, settings.duplicates(), new Random()).calls();
      together(() -> callAll(calls, battered, faults));
      faults.close();
      state = StormState.SETTLING;
      List<StormIntent> begun = intents.stream().filter(StormIntent::isBegun).toList();
      settle(begun, battered);
      return begun;
    }
  }

  private StormFaults faults(FaultProxy proxy, Stirring stirring) {
    BrokerFaults ofBroker = new BrokerFaults(parts.events(), stirring, counters);
    return new StormFaults(parts.database(), ofBroker, proxy, counters, this::aboutToRestart);
  }

  /** The cases that notes are added to, several so that they do not wait for one row. */
  private List<UUID> desks(StormClient client) {
    List<UUID> desks = new ArrayList<>();
    for (int i = 0; i < Math.min(MAX_DESKS, settings.clients()); i++) {
      String key = "%s-desk-%d".formatted(stormId, i);
      StormIntent desk =
          new StormIntent(
              i, Kind.OPEN_CASE, client.openCase(key, stormId + "-desk", Integer.toString(i)));
      desk.answered(client.send(desk.begin()));
      UUID id = desk.acknowledgement(parts.json()).id();
      if (id == null) {
        throw new IllegalStateException("the storm could not be prepared; start another");
      }
      desks.add(id);
    }
    return desks;
  }

  private List<StormIntent> intents(StormClient client, List<UUID> desks) {
    List<StormIntent> intents = new ArrayList<>();
    for (int number = 1; number <= settings.intents(); number++) {
      String key = stormId + "-" + number;
      String text = Integer.toString(number);
      boolean opens = number % 2 == 1;
      ClientIntent intent =
          opens
              ? client.openCase(key, stormId.toString(), text)
              : client.addNote(key, desks.get(number / 2 % desks.size()), text);
      intents.add(new StormIntent(number, opens ? Kind.OPEN_CASE : Kind.ADD_NOTE, intent));
    }
    return intents;
  }

  private void together(Runnable work) {
    ExecutorService clients =
        Executors.newFixedThreadPool(settings.clients(), Threads.named("storm-client"));
    for (int i = 0; i < settings.clients(); i++) {
      clients.execute(work);
    }
    clients.shutdown();
    try {
      if (!clients.awaitTermination(2 * MAX_DURATION.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("clients hang; the storm is given up");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the storm was interrupted", e);
    }
  }

  private void callAll(List<StormIntent> calls, StormClient client, StormFaults faults) {
    while (!isTimeToEnd()) {
      int call = callsBegun.getAndIncrement();
      if (call >= calls.size()) {
        return;
      }
      send(calls.get(call), client);
      faults.progress(callsEnded.incrementAndGet());
    }
  }

  private boolean isTimeToEnd() {
    if (millis() > MAX_DURATION.toMillis()) {
      stopped = true;
    }
    return stopped;
  }

  private void send(StormIntent intent, StormClient client) {
    ClientOutcome<String> outcome = client.send(intent.begin());
    if (intent.answered(outcome)) {
      counters.acknowledged.incrementAndGet();
    }
  }

  /** Whoever was not answered asks again, with the same key. */
  private void settle(List<StormIntent> begun, StormClient client) {
    List<StormIntent> open = begun.stream().filter(intent -> !intent.isAnswered()).toList();
    AtomicInteger next = new AtomicInteger();
    together(
        () -> {
          for (int i = next.getAndIncrement(); i < open.size(); i = next.getAndIncrement()) {
            send(open.get(i), client);
          }
        });
  }

  private void aboutToRestart() {
    series.addFault(millis(), "databaseRestart");
  }

  /**
   * Effects are counted in the database; while it is away, the last numbers stand. What is
   * acknowledged is read first, so that nobody sees more of it than there are effects.
   */
  private synchronized void sample() {
    long acknowledged = counters.acknowledged.get();
    Long effects = parts.checker().countEffects(stormId);
    if (effects != null) {
      counters.effects.set(effects);
      counters.settled.set(acknowledged);
    }
    series.add(millis(), counters.counts(settings.intents()));
  }

  private long millis() {
    return Duration.ofNanos(System.nanoTime() - startNanos).toMillis();
  }
}
