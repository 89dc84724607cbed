package dev.semel.testing.relay;

import dev.semel.relay.Delivery;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A sink that records what it takes, and does as told with some of it. Events that fit a rule are
 * not recorded unless the rule says so. Safe for use by several threads.
 */
public final class ScriptedSink implements Sink {
  private final BiConsumer<String, List<RelayedEvent>> recorder;
  private final String node;
  private final List<Rule> rules = new CopyOnWriteArrayList<>();
  private final List<SinkBatch> batches = new CopyOnWriteArrayList<>();
  private final Queue<Delivery> kept = new ConcurrentLinkedQueue<>();
  private final AtomicInteger most = new AtomicInteger();
  private volatile boolean keeping;
  private volatile boolean keepsOrder;

  /** What to do with events that fit. */
  private record Rule(Predicate<RelayedEvent> fits, Consumer<Delivery> action) {}

  /**
   * Makes a sink.
   *
   * @param recorder is given what was taken, before it is settled
   */
  public ScriptedSink(String node, BiConsumer<String, List<RelayedEvent>> recorder) {
    this.node = node;
    this.recorder = recorder;
  }

  /** Does something else with events that fit, until {@link #forget}. */
  public ScriptedSink when(Predicate<RelayedEvent> fits, Consumer<Delivery> action) {
    rules.add(new Rule(fits, action));
    return this;
  }

  /** Forgets all rules. */
  public void forget() {
    rules.clear();
  }

  /** Says that it keeps order within a batch. */
  public ScriptedSink keepingOrder() {
    keepsOrder = true;
    return this;
  }

  /** Settles nothing, until {@link #letGo}. */
  public void keepAll() {
    keeping = true;
  }

  /** How many deliveries wait for {@link #letGo}. */
  public int keptCount() {
    return kept.size();
  }

  /** The most that ever waited at once. */
  public int mostKept() {
    return most.get();
  }

  /** Takes everything that it kept, and goes on as usual. */
  public void letGo() {
    keeping = false;
    for (Delivery next = kept.poll(); next != null; next = kept.poll()) {
      take(List.of(next));
    }
  }

  /** Every batch it was given. */
  public List<SinkBatch> batches() {
    return batches;
  }

  @Override
  public boolean keepsOrderWithinBatch() {
    return keepsOrder;
  }

  @Override
  public void publish(SinkBatch batch) {
    batches.add(batch);
    List<Delivery> taken = new ArrayList<>();
    for (Delivery delivery : batch.deliveries()) {
      Rule rule = ruleFor(delivery.event());
      if (rule != null) {
        rule.action().accept(delivery);
      } else if (keeping) {
        kept.add(delivery);
        most.accumulateAndGet(kept.size(), Math::max);
      } else {
        taken.add(delivery);
      }
    }
    take(taken);
  }

  /** Records deliveries and settles them. */
  public void take(List<Delivery> deliveries) {
    if (!deliveries.isEmpty()) {
      recorder.accept(node, deliveries.stream().map(Delivery::event).toList());
      deliveries.forEach(Delivery::published);
    }
  }

  private @Nullable Rule ruleFor(RelayedEvent event) {
    for (Rule rule : rules) {
      if (rule.fits().test(event)) {
        return rule;
      }
    }
    return null;
  }
}
