package dev.semel.inbox;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what Debezium's outbox event router sends: the id is in the header {@code id}, the
 * aggregate's id is the record's key, its type the end of the topic {@code outbox.event.…}, and the
 * payload is the value. An id is the same whether it comes as text or as a JSON string.
 *
 * <p>The router leaves the event's type and version out unless it is told to place them: {@code
 * table.fields.additional.placement=type:header:eventType,aggregate_version:header:aggregateVersion}.
 */
public final class DebeziumReader implements MessageReader {
  private static final String TOPIC_PREFIX = "outbox.event.";
  private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-fA-F-]{36}");

  private final @Nullable String source;
  private final boolean positionAsId;
  private final String typeHeader;
  private final String versionHeader;

  private DebeziumReader(
      @Nullable String source, boolean positionAsId, String typeHeader, String versionHeader) {
    this.source = source;
    this.positionAsId = positionAsId;
    this.typeHeader = typeHeader;
    this.versionHeader = versionHeader;
  }

  /** The source is the topic; a record without an id is refused. */
  public static DebeziumReader standard() {
    return new DebeziumReader(null, false, "eventType", "aggregateVersion");
  }

  /** One source for all topics: an id is then one message, whichever topic brings it. */
  public DebeziumReader source(String name) {
    return new DebeziumReader(name, positionAsId, typeHeader, versionHeader);
  }

  /** Takes topic, partition and offset for the id where there is none. */
  public DebeziumReader positionAsId() {
    return new DebeziumReader(source, true, typeHeader, versionHeader);
  }

  /** The headers that type and version were placed in. */
  public DebeziumReader headers(String type, String version) {
    return new DebeziumReader(source, positionAsId, type, version);
  }

  @Override
  public Message read(Delivery delivery) {
    String id = idOf(delivery);
    String from = source == null ? delivery.destination() : source;
    Long version = ReaderParts.version(versionHeader, text(delivery, versionHeader));
    String key = delivery.key() == null ? null : ReaderParts.unquoted(delivery.key());
    return ReaderParts.made(
        () ->
            Message.of(from, id, delivery.body())
                .type(text(delivery, typeHeader))
                .about(aggregateType(delivery), key, version)
                .headers(delivery.texts()));
  }

  private String idOf(Delivery delivery) {
    String id = text(delivery, "id");
    if ((id == null || id.isEmpty()) && positionAsId && delivery.position() != null) {
      return "%s-%s".formatted(delivery.destination(), delivery.position());
    }
    String given = ReaderParts.required("header id", id);
    return UUID_TEXT.matcher(given).matches() ? given.toLowerCase(Locale.ROOT) : given;
  }

  private static @Nullable String text(Delivery delivery, String header) {
    String value = delivery.header(header);
    return value == null ? null : ReaderParts.unquoted(value);
  }

  private static @Nullable String aggregateType(Delivery delivery) {
    String topic = delivery.destination();
    return topic.startsWith(TOPIC_PREFIX) && topic.length() > TOPIC_PREFIX.length()
        ? topic.substring(TOPIC_PREFIX.length())
        : null;
  }
}
