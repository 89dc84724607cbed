package dev.semel.kafka;

import dev.semel.relay.RelayedEvent;
import dev.semel.relay.SinkBatch;
import dev.semel.testing.broker.AwaitedDelivery;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Events that are handed to a sink without a relay. */
final class Settled {
  private Settled() {}

  static RelayedEvent event(String aggregateType, String aggregateId, @Nullable String payload) {
    UUID id = UUID.randomUUID();
    return new RelayedEvent(
        id,
        id.toString(),
        "acme",
        aggregateType,
        aggregateId,
        7L,
        "approved",
        payload,
        Map.of(),
        null,
        Instant.parse("2026-11-16T08:00:00.123456Z"),
        1);
  }

  /** Hands it to the sink and waits for the answer. */
  static String by(KafkaSink sink, RelayedEvent event) {
    AwaitedDelivery delivery = new AwaitedDelivery(event);
    sink.publish(new SinkBatch("relay", 0, 1, false, List.of(delivery)));
    return delivery.outcome();
  }
}
