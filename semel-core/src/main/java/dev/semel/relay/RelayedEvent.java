package dev.semel.relay;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A committed event as the relay hands it to a sink. Immutable.
 *
 * @param id the event; the same on every delivery. Consumers tell duplicates by it
 * @param key the publisher's key, or the id as text
 * @param tenant whose event it is
 * @param aggregateType what kind of thing it happened to; events are routed by it
 * @param aggregateId which thing; events keep their order within it
 * @param aggregateVersion the version the aggregate has by this event; null where it has none
 * @param type what happened
 * @param payload a JSON document, or null
 * @param headers to be passed on as they are; a replay adds {@value #REPLAY_HEADER}
 * @param recordId the record of the intent that published it; null if it was none
 * @param recordedAt when it was written, on the database's clock
 * @param sequence grows with every event of an aggregate; other aggregates have theirs in between
 */
public record RelayedEvent(
    UUID id,
    String key,
    String tenant,
    String aggregateType,
    String aggregateId,
    @Nullable Long aggregateVersion,
    String type,
    @Nullable String payload,
    Map<String, String> headers,
    @Nullable UUID recordId,
    Instant recordedAt,
    long sequence) {
  /** Marks an event that is sent again for consumers that rebuild; its value names the replay. */
  public static final String REPLAY_HEADER = "semel-replay";

  public RelayedEvent {
    headers = Map.copyOf(headers);
  }

  /** What keeps its order. */
  public Aggregate aggregate() {
    return new Aggregate(tenant, aggregateType, aggregateId);
  }

  /** The same event with other headers. */
  public RelayedEvent withHeaders(Map<String, String> newHeaders) {
    return new RelayedEvent(
        id,
        key,
        tenant,
        aggregateType,
        aggregateId,
        aggregateVersion,
        type,
        payload,
        newHeaders,
        recordId,
        recordedAt,
        sequence);
  }

  /** Names the event, never its payload. */
  @Override
  public String toString() {
    return "RelayedEvent[%s, %s of %s %s]".formatted(id, type, aggregateType, aggregateId);
  }
}
