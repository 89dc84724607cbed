package dev.semel.inbox;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads CloudEvents 1.0 in binary mode: attributes in headers, data in the body. Source and id are
 * taken together, as they are; neither is normalised. The key is the record's, or the attribute
 * {@code partitionkey}, or {@code subject}. The extension attributes {@code aggregatetype}, {@code
 * aggregateversion} and {@code tenant} are read where they are there.
 *
 * <p>Structured mode needs a JSON parser: {@code StructuredCloudEvents} of {@code semel-json}.
 */
public final class CloudEventsReader implements MessageReader {
  private static final String STRUCTURED = "application/cloudevents";

  private final String[] prefixes;
  private final boolean percentEncoded;
  private final boolean anySpecVersion;

  private CloudEventsReader(boolean percentEncoded, boolean anySpecVersion, String... prefixes) {
    this.prefixes = prefixes;
    this.percentEncoded = percentEncoded;
    this.anySpecVersion = anySpecVersion;
  }

  /** Headers {@code ce-…}, unquoted and percent-decoded. */
  public static CloudEventsReader http() {
    return new CloudEventsReader(true, false, "ce-");
  }

  /** Headers {@code ce_…}, taken as they are. For Kafka. */
  public static CloudEventsReader kafka() {
    return new CloudEventsReader(false, false, "ce_");
  }

  /** Application properties {@code cloudEvents:…} or {@code cloudEvents_…}, as they are. */
  public static CloudEventsReader amqp() {
    return new CloudEventsReader(false, false, "cloudEvents:", "cloudEvents_");
  }

  /** Headers {@code ce-…}, percent-decoded, because NATS carries nothing but ASCII in headers. */
  public static CloudEventsReader nats() {
    return new CloudEventsReader(true, false, "ce-");
  }

  /** Headers {@code ce-…}, taken as they are. For brokers without a binding of their own. */
  public static CloudEventsReader plain() {
    return new CloudEventsReader(false, false, "ce-");
  }

  /**
   * Also takes events of another specification version than 1; the pair is the key all the same.
   */
  public CloudEventsReader anySpecVersion() {
    return new CloudEventsReader(percentEncoded, true, prefixes);
  }

  /** Whether a delivery is in structured mode, which this reader refuses. */
  public static boolean isStructured(Delivery delivery) {
    String type = delivery.header("content-type");
    return type != null && type.strip().toLowerCase(Locale.ROOT).startsWith(STRUCTURED);
  }

  @Override
  public Message read(Delivery delivery) {
    if (isStructured(delivery)) {
      throw new InvalidMessageException(
          "the event is in structured mode; read it with StructuredCloudEvents of semel-json");
    }
    String specVersion = required(delivery, "specversion");
    if (!anySpecVersion && !specVersion.startsWith("1.")) {
      throw new InvalidMessageException("specversion is not 1.0");
    }
    String source = required(delivery, "source");
    String id = required(delivery, "id");
    String type = required(delivery, "type");
    Long version = ReaderParts.version("aggregateversion", attribute(delivery, "aggregateversion"));
    return ReaderParts.made(
        () ->
            Message.of(source, id, delivery.body())
                .type(type)
                .tenant(attribute(delivery, "tenant"))
                .about(attribute(delivery, "aggregatetype"), key(delivery), version)
                .headers(delivery.texts()));
  }

  private String required(Delivery delivery, String name) {
    return ReaderParts.required("CloudEvents attribute " + name, attribute(delivery, name));
  }

  private @Nullable String key(Delivery delivery) {
    if (delivery.key() != null && !delivery.key().isEmpty()) {
      return delivery.key();
    }
    String partition = attribute(delivery, "partitionkey");
    return partition == null ? attribute(delivery, "subject") : partition;
  }

  private @Nullable String attribute(Delivery delivery, String name) {
    for (String prefix : prefixes) {
      String value = delivery.header(prefix + name);
      if (value != null) {
        return percentEncoded
            ? PercentDecoder.decode(prefix + name, ReaderParts.unquoted(value))
            : value;
      }
    }
    return null;
  }
}
