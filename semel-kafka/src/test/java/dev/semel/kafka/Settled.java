package dev.semel.kafka;

import dev.semel.relay.Delivery;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.SinkBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One event handed to a sink without a relay, and what became of it: a word and the reason. */
final class Settled implements Delivery {
  private final RelayedEvent event;
  private final CompletableFuture<String> outcome = new CompletableFuture<>();

  Settled(RelayedEvent event) {
    this.event = event;
  }

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
  static String by(KafkaSink sink, RelayedEvent event) throws Exception {
    Settled delivery = new Settled(event);
    sink.publish(new SinkBatch("relay", 0, 1, false, List.of(delivery)));
    return delivery.outcome();
  }

  String outcome() throws Exception {
    return outcome.get(1, TimeUnit.MINUTES);
  }

  @Override
  public RelayedEvent event() {
    return event;
  }

  @Override
  public int attempt() {
    return 1;
  }

  @Override
  public boolean isWanted() {
    return !outcome.isDone();
  }

  @Override
  public void published() {
    outcome.complete("published");
  }

  @Override
  public void failed(String reason) {
    outcome.complete("failed: " + reason);
  }

  @Override
  public void failed(String reason, Duration retryAfter) {
    failed(reason);
  }

  @Override
  public void refused(String reason) {
    outcome.complete("refused: " + reason);
  }

  @Override
  public void unavailable(String reason) {
    outcome.complete("unavailable: " + reason);
  }

  @Override
  public void unavailable(String reason, Duration retryAfter) {
    unavailable(reason);
  }

  @Override
  public void skipped() {
    outcome.complete("skipped");
  }
}
