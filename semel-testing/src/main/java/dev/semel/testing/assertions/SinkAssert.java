package dev.semel.testing.assertions;

import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import dev.semel.testing.broker.AwaitedDelivery;
import dev.semel.testing.relay.Eventually;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Says whether a sink settles every delivery that it is given. */
public final class SinkAssert extends AbstractAssert<SinkAssert, Sink> {

  SinkAssert(@Nullable Sink actual) {
    super(actual, SinkAssert.class);
  }

  /** Publishes events as one batch. Every delivery is settled when {@code publish} returns. */
  public SinkAssert settlesAtOnce(RelayedEvent... events) {
    List<RelayedEvent> forgotten = unsettled(published(events));
    if (!forgotten.isEmpty()) {
      throw forgotten(forgotten);
    }
    return this;
  }

  /**
   * Publishes events as one batch. Every delivery is settled within a minute, on any thread: for
   * sinks that wait for an answer.
   */
  public SinkAssert settles(RelayedEvent... events) {
    List<AwaitedDelivery> deliveries = published(events);
    Eventually.holds(
        "the sink settles every delivery",
        () -> unsettled(deliveries).isEmpty(),
        () -> explained(unsettled(deliveries)));
    return this;
  }

  private List<AwaitedDelivery> published(RelayedEvent... events) {
    isNotNull();
    List<AwaitedDelivery> deliveries = Stream.of(events).map(AwaitedDelivery::new).toList();
    actual.publish(new SinkBatch("test", 0, 1, false, List.copyOf(deliveries)));
    return deliveries;
  }

  private static List<RelayedEvent> unsettled(List<AwaitedDelivery> deliveries) {
    return deliveries.stream()
        .filter(AwaitedDelivery::isWanted)
        .map(AwaitedDelivery::event)
        .toList();
  }

  private AssertionError forgotten(List<RelayedEvent> forgotten) {
    return failure("%s", explained(forgotten));
  }

  private static String explained(List<RelayedEvent> forgotten) {
    return "not settled: %s; call published(), failed(…), refused(…) or unavailable(…) on every delivery, whatever happens"
        .formatted(forgotten);
  }
}
