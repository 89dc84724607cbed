package dev.semel.relay;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The attributes that an event has as a CloudEvent, for sinks to send in their broker's form. The
 * readers of {@code dev.semel.inbox.CloudEventsReader} understand them.
 */
public final class CloudEventAttributes {
  /** What payloads are. */
  public static final String CONTENT_TYPE = "application/json";

  private static final int MAX_SOURCE_CHARACTERS = 200;

  private CloudEventAttributes() {}

  /**
   * Attribute names, without any prefix, and their values. The subject is the aggregate's id, so
   * that consumers keep their order by it.
   *
   * @param source who publishes; together with the event's id it is the identity by which consumers
   *     tell duplicates, so it stays the same for ever
   */
  public static Map<String, String> of(RelayedEvent event, String source) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("specversion", "1.0");
    attributes.put("id", event.id().toString());
    attributes.put("source", source);
    attributes.put("type", event.type());
    attributes.put("subject", event.aggregateId());
    attributes.put("time", event.recordedAt().toString());
    attributes.put("tenant", event.tenant());
    attributes.put("aggregatetype", event.aggregateType());
    if (event.aggregateVersion() != null) {
      attributes.put("aggregateversion", Long.toString(event.aggregateVersion()));
    }
    return attributes;
  }

  /** Refuses a source that no event could carry. */
  public static String checkedSource(String source) {
    Checks.name("source", source, MAX_SOURCE_CHARACTERS);
    if (source.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("source has a control character; remove it");
    }
    return source;
  }
}
