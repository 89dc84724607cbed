package dev.semel.testing.relay;

import dev.semel.relay.Delivery;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
  private final List<Delivery> kept = new ArrayList<>();
  private int most;
  private boolean keeping;
  private volatile boolean keepsOrder;

  /**
   * What to do with events that fit.
   *
   * @param atOnce whether the action settles a delivery before it returns
   */
  private record Rule(Predicate<RelayedEvent> fits, Consumer<Delivery> action, boolean atOnce) {
    void apply(Delivery delivery) {
      action.accept(delivery);
      if (atOnce && delivery.isWanted()) {
        delivery.failed(
            "the rule of the test has not settled it; call published(), failed(…), refused(…) or unavailable(…), or make the rule with settledLater(…)");
      }
    }
  }

  /**
   * Makes a sink.
   *
   * @param recorder is given what was taken, before it is settled; the sink is unavailable while it
   *     throws
   */
  public ScriptedSink(String node, BiConsumer<String, List<RelayedEvent>> recorder) {
    this.node = node;
    this.recorder = recorder;
  }

  /**
   * Does something else with events that fit, until {@link #forget}.
   *
   * @param action settles the delivery before it returns; if it forgets to, the delivery has failed
   *     at once, with a reason that says so
   */
  public ScriptedSink when(Predicate<RelayedEvent> fits, Consumer<Delivery> action) {
    rules.add(new Rule(fits, action, true));
    return this;
  }

  /** As {@link #when}, with an action that settles the delivery after it has returned, or never. */
  public ScriptedSink settledLater(Predicate<RelayedEvent> fits, Consumer<Delivery> action) {
    rules.add(new Rule(fits, action, false));
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
  public synchronized void keepAll() {
    keeping = true;
  }

  /** How many deliveries wait for {@link #letGo}. */
  public synchronized int keptCount() {
    return kept.size();
  }

  /** The most that ever waited at once. */
  public synchronized int mostKept() {
    return most;
  }

  /** Takes everything that it kept, and goes on as usual. */
  public void letGo() {
    noLongerKept().forEach(delivery -> take(List.of(delivery)));
  }

  private synchronized List<Delivery> noLongerKept() {
    keeping = false;
    List<Delivery> all = List.copyOf(kept);
    kept.clear();
    return all;
  }

  /** Keeps it if it is to keep what comes now. */
  private synchronized boolean keeps(Delivery delivery) {
    if (keeping) {
      kept.add(delivery);
      most = Math.max(most, kept.size());
    }
    return keeping;
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
        rule.apply(delivery);
      } else if (!keeps(delivery)) {
        taken.add(delivery);
      }
    }
    take(taken);
  }

  /**
   * Records deliveries and settles them. If the recorder fails, the sink is unavailable: that is no
   * failed attempt of an event, and the relay tries again by its own clock, which a test does not
   * stop.
   */
  public void take(List<Delivery> deliveries) {
    if (deliveries.isEmpty()) {
      return;
    }
    try {
      recorder.accept(node, deliveries.stream().map(Delivery::event).toList());
    } catch (RuntimeException e) {
      deliveries.forEach(delivery -> delivery.unavailable("the recorder failed: " + e));
      return;
    }
    deliveries.forEach(Delivery::published);
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
