package dev.semel;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, to be published if and only if the effect commits. Immutable.
 *
 * @param aggregateType what kind of thing it happened to; events are routed by it
 * @param aggregateId which one; events keep their order within it
 * @param aggregateVersion the version the aggregate has by this event, or null where it has none
 * @param type what happened
 * @param payload a JSON document, or null
 * @param headers passed on as they are
 * @param key null: this event is its own. Given: one key is one event for ever within its tenant,
 *     and publishing it again writes nothing
 */
public record Event(
    String aggregateType,
    String aggregateId,
    @Nullable Long aggregateVersion,
    String type,
    @Nullable String payload,
    Map<String, String> headers,
    @Nullable String key) {
  public static final int MAX_NAME_CHARACTERS = 255;
  public static final int MAX_HEADERS = 50;
  private static final int MAX_HEADER_CHARACTERS = 4_000;

  public Event {
    Limits.text("aggregate type", aggregateType, MAX_NAME_CHARACTERS);
    Limits.text("aggregate id", aggregateId, MAX_NAME_CHARACTERS);
    Limits.text("event type", type, MAX_NAME_CHARACTERS);
    if (key != null) {
      Limits.text("event key", key, MAX_NAME_CHARACTERS);
    }
    headers = Map.copyOf(headers);
    refuseBadHeaders(headers);
  }

  private static void refuseBadHeaders(Map<String, String> headers) {
    if (headers.size() > MAX_HEADERS) {
      throw new IllegalArgumentException(
          "an event has %d headers; at most %d are allowed".formatted(headers.size(), MAX_HEADERS));
    }
    headers.forEach(
        (name, value) -> {
          Limits.text("event header name", name, MAX_NAME_CHARACTERS);
          Limits.prose("event header value", value, MAX_HEADER_CHARACTERS);
        });
  }

  public static Event of(
      String aggregateType, String aggregateId, String type, @Nullable String payload) {
    return new Event(aggregateType, aggregateId, null, type, payload, Map.of(), null);
  }

  public Event version(long version) {
    return new Event(aggregateType, aggregateId, version, type, payload, headers, key);
  }

  public Event headers(Map<String, String> newHeaders) {
    return new Event(aggregateType, aggregateId, aggregateVersion, type, payload, newHeaders, key);
  }

  /** One key is one event for ever, whoever publishes it. */
  public Event keyed(String newKey) {
    return new Event(aggregateType, aggregateId, aggregateVersion, type, payload, headers, newKey);
  }

  /** Names the event, never its payload. */
  @Override
  public String toString() {
    return "Event[%s of %s %s]".formatted(type, aggregateType, aggregateId);
  }
}
