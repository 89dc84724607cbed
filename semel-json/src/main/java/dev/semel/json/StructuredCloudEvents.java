package dev.semel.json;

import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.Delivery;
import dev.semel.inbox.InvalidMessageException;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageReader;
import dev.semel.inbox.PayloadHash;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads CloudEvents 1.0 in structured mode, where attributes and data are one JSON document: the
 * document says which event it is, whatever the headers say. Deliveries in binary mode go on to
 * another reader. In both modes the payload hash is over the canonical form of data that is JSON,
 * so that an event is the same whichever mode, and whatever order of members, it comes in.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class StructuredCloudEvents implements MessageReader {
  /** Longest number in an event, in digits. */
  public static final int MAX_NUMBER_DIGITS = 1_000;

  /** Deepest nesting of arrays and objects in an event, in levels. */
  public static final int MAX_NESTING_LEVELS = 500;

  private static final String BATCH = "application/cloudevents-batch";

  private final JsonMapper mapper =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNumberLength(MAX_NUMBER_DIGITS)
                          .maxNestingDepth(MAX_NESTING_LEVELS)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();
  private final MessageReader binary;

  private StructuredCloudEvents(MessageReader binary) {
    this.binary = binary;
  }

  /** Reads structured deliveries, and leaves binary ones to a reader for their transport. */
  public static StructuredCloudEvents or(CloudEventsReader binary) {
    return new StructuredCloudEvents(binary);
  }

  @Override
  public Message read(Delivery delivery) {
    if (!CloudEventsReader.isStructured(delivery)) {
      return binary(delivery);
    }
    if (isBatch(delivery)) {
      throw new InvalidMessageException("the delivery is a batch of events; use readAll");
    }
    return event(delivery, document(delivery));
  }

  private Message binary(Delivery delivery) {
    Message message = binary.read(delivery);
    String type = delivery.header("content-type");
    byte[] body = delivery.body();
    return body == null || type == null || !JsonMediaType.isJson(type)
        ? message
        : message.hash(hash(body));
  }

  /** As {@link #read}, also for a batch: one message for each event, in their order. */
  public List<Message> readAll(Delivery delivery) {
    if (!isBatch(delivery)) {
      return List.of(read(delivery));
    }
    JsonNode batch = document(delivery);
    if (!batch.isArray()) {
      throw new InvalidMessageException("a batch of events is a JSON array");
    }
    List<Message> messages = new ArrayList<>();
    batch.forEach(event -> messages.add(event(delivery, event)));
    return messages;
  }

  private static boolean isBatch(Delivery delivery) {
    String type = delivery.header("content-type");
    return type != null && type.strip().toLowerCase(Locale.ROOT).startsWith(BATCH);
  }

  private JsonNode document(Delivery delivery) {
    byte[] body = delivery.body();
    if (body == null) {
      throw new InvalidMessageException("an event in structured mode has a body");
    }
    try {
      JsonNode document = mapper.readTree(body);
      refuseUnpairedSurrogates(document);
      return document;
    } catch (StreamConstraintsException e) {
      throw new InvalidMessageException(
          "the event is larger than this reader accepts: a number has at most %d digits, and arrays and objects at most %d levels"
              .formatted(MAX_NUMBER_DIGITS, MAX_NESTING_LEVELS),
          e);
    } catch (JacksonException e) {
      throw new InvalidMessageException("the event is not valid JSON", e);
    }
  }

  /** An unpaired surrogate would be written as a question mark, so that two events become one. */
  private static void refuseUnpairedSurrogates(JsonNode node) {
    if (node.isString()) {
      refuseUnpairedSurrogates(node.stringValue());
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      refuseUnpairedSurrogates(member.getKey());
      refuseUnpairedSurrogates(member.getValue());
    }
    if (node.isArray()) {
      node.forEach(StructuredCloudEvents::refuseUnpairedSurrogates);
    }
  }

  private static void refuseUnpairedSurrogates(String text) {
    if (text.codePoints().anyMatch(it -> Character.getType(it) == Character.SURROGATE)) {
      throw new InvalidMessageException(
          "the event has a string with an unpaired surrogate, which is not a character");
    }
  }

  private Message event(Delivery delivery, JsonNode event) {
    if (!event.isObject()) {
      throw new InvalidMessageException("an event is a JSON object");
    }
    if (event.has("data") && event.has("data_base64")) {
      throw new InvalidMessageException("an event has data or data_base64, never both");
    }
    Map<String, String> attributes = attributes(event);
    byte[] data = data(event);
    Delivery binaryForm = Delivery.of(delivery.destination(), attributes, data).key(delivery.key());
    Message message = CloudEventsReader.plain().read(binaryForm);
    return data != null && event.has("data") ? message.hash(hash(data)) : message;
  }

  /** As binary mode has them; an attribute that is null is absent. */
  private static Map<String, String> attributes(JsonNode event) {
    Map<String, String> attributes = new HashMap<>();
    event
        .properties()
        .forEach(
            member -> {
              if (member.getValue().isValueNode() && !member.getValue().isNull()) {
                attributes.put("ce-" + member.getKey(), member.getValue().asString());
              }
            });
    attributes.remove("ce-data");
    attributes.remove("ce-data_base64");
    return attributes;
  }

  private byte @Nullable [] data(JsonNode event) {
    JsonNode base64 = event.get("data_base64");
    if (base64 != null && !base64.isNull()) {
      return decoded(base64.asString());
    }
    JsonNode data = event.get("data");
    return data == null || data.isNull() ? null : mapper.writeValueAsBytes(data);
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new InvalidMessageException("data_base64 is not base64", e);
    }
  }

  /** What has no canonical form is taken as it is. */
  private static PayloadHash hash(byte[] json) {
    try {
      return PayloadHash.ofDigest(CanonicalJson.sha256(json));
    } catch (NotCanonicalJsonException e) {
      return PayloadHash.of(json);
    }
  }
}
