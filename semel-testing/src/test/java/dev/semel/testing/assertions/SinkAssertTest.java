package dev.semel.testing.assertions;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.relay.Delivery;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SinkAssertTest {
  private final RelayedEvent first = event("7");
  private final RelayedEvent second = event("8");

  private static RelayedEvent event(String aggregateId) {
    UUID id = UUID.randomUUID();
    return new RelayedEvent(
        id,
        id.toString(),
        "acme",
        "case",
        aggregateId,
        1L,
        "opened",
        null,
        Map.of(),
        null,
        Instant.EPOCH,
        1);
  }

  @Test
  void sinkThatSettlesPasses() {
    Sink sink = batch -> batch.deliveries().forEach(Delivery::published);

    assertThat(sink).settlesAtOnce(first, second).settles(first, second);
  }

  @Test
  void refusedAndFailedDeliveriesAreSettled() {
    Sink sink = batch -> batch.deliveries().forEach(delivery -> delivery.refused("too large"));

    assertThat(sink).settlesAtOnce(first);
  }

  @Test
  void forgottenDeliveryFailsAtOnceAndIsNamed() {
    Sink sink = batch -> batch.deliveries().get(0).published();

    assertThatThrownBy(() -> assertThat(sink).settlesAtOnce(first, second))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(second.id().toString())
        .hasMessageContaining("published()")
        .hasMessageNotContaining(first.id().toString());
  }

  @Test
  void sinkMaySettleOnAnotherThread() {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    Sink sink =
        batch -> {
          var unused = begun.thenRunAsync(() -> batch.deliveries().forEach(Delivery::published));
          begun.complete(null);
        };

    assertThat(sink).settles(first);
  }
}
