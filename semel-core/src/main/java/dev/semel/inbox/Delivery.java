package dev.semel.inbox;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a broker or a web server handed over, before it is known which message it is.
 *
 * @param destination the topic, queue, subject or route it came by
 * @param headers their values as they came
 * @param key the record's key as text, or null
 * @param body neither copied nor changed; null for a tombstone
 * @param position where it was found, such as partition and offset; null if it cannot be named
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Delivery(
    String destination,
    Map<String, byte[]> headers,
    @Nullable String key,
    byte @Nullable [] body,
    @Nullable String position) {

  public Delivery {
    headers = Map.copyOf(headers);
  }

  /** A delivery whose headers are texts and that has neither key nor position. */
  public static Delivery of(
      String destination, Map<String, String> headers, byte @Nullable [] body) {
    Map<String, byte[]> bytes = new HashMap<>();
    headers.forEach((name, value) -> bytes.put(name, value.getBytes(StandardCharsets.UTF_8)));
    return new Delivery(destination, bytes, null, body, null);
  }

  /** A delivery by a broker that does not tell an empty body from none: it is none. */
  public static Delivery withoutKey(String destination, Map<String, byte[]> headers, byte[] body) {
    return new Delivery(destination, headers, null, body.length == 0 ? null : body, null);
  }

  public Delivery key(@Nullable String newKey) {
    return new Delivery(destination, headers, newKey, body, position);
  }

  public Delivery position(@Nullable String newPosition) {
    return new Delivery(destination, headers, key, body, newPosition);
  }

  /**
   * The text of a header, whatever the case of its name; null if it is missing.
   *
   * @throws InvalidMessageException if it is not UTF-8
   */
  public @Nullable String header(String name) {
    for (Map.Entry<String, byte[]> header : headers.entrySet()) {
      if (header.getKey().equalsIgnoreCase(name)) {
        return utf8(name, header.getValue());
      }
    }
    return null;
  }

  static String utf8(String what, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidMessageException("%s is not valid UTF-8".formatted(what), e);
    }
  }

  /** All headers that are texts, for the handler. */
  Map<String, String> texts() {
    Map<String, String> texts = new HashMap<>();
    headers.forEach(
        (name, value) -> {
          String text = new String(value, StandardCharsets.UTF_8);
          if (text.indexOf('\0') < 0 && name.indexOf('\0') < 0) {
            texts.put(name, text);
          }
        });
    return texts;
  }

  /** Names the delivery, never its content. */
  @Override
  public String toString() {
    return "Delivery[%s %s]".formatted(destination, position);
  }
}
