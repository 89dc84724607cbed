package dev.semel.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.semel.relay.CloudEventAttributes;
import dev.semel.relay.RelayedEvent;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events as messages: CloudEvents in binary mode. Immutable. */
final class OutgoingMessages {
  /** As the AMQP binding of CloudEvents has it. */
  static final String PREFIX = "cloudEvents:";

  private static final int PERSISTENT = 2;
  private static final int MAX_HEADER_NAME_BYTES = 255;

  /**
   * A message ready to be sent.
   *
   * @param refusal why it cannot be, or null
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Prepared(
      RabbitRoute route, AMQP.BasicProperties properties, byte[] body, @Nullable String refusal) {}

  private final String source;
  private final int maxBodyBytes;

  OutgoingMessages(String source, int maxBodyBytes) {
    this.source = source;
    this.maxBodyBytes = maxBodyBytes;
  }

  Prepared prepare(RelayedEvent event, RabbitRouting routing) {
    byte[] body =
        event.payload() == null ? new byte[0] : event.payload().getBytes(StandardCharsets.UTF_8);
    RabbitRoute route;
    String refusal;
    try {
      route = routing.of(event);
      refusal = refusal(event, body);
    } catch (RuntimeException e) {
      route = new RabbitRoute("", "");
      refusal = "it cannot be routed: " + e;
    }
    return new Prepared(route, properties(event), body, refusal);
  }

  private @Nullable String refusal(RelayedEvent event, byte[] body) {
    if (body.length > maxBodyBytes) {
      return "its payload has %d bytes; this sink sends at most %d"
          .formatted(body.length, maxBodyBytes);
    }
    for (String name : event.headers().keySet()) {
      if (name.getBytes(StandardCharsets.UTF_8).length > MAX_HEADER_NAME_BYTES) {
        return "the name of a header has more than %d bytes".formatted(MAX_HEADER_NAME_BYTES);
      }
    }
    return null;
  }

  private AMQP.BasicProperties properties(RelayedEvent event) {
    Map<String, Object> headers = new HashMap<>(event.headers());
    CloudEventAttributes.of(event, source)
        .forEach((name, value) -> headers.put(PREFIX + name, value));
    AMQP.BasicProperties.Builder properties =
        new AMQP.BasicProperties.Builder()
            .messageId(event.id().toString())
            .timestamp(Date.from(event.recordedAt()))
            .deliveryMode(PERSISTENT)
            .headers(headers);
    if (event.payload() != null) {
      properties.contentType(CloudEventAttributes.CONTENT_TYPE);
    }
    return properties.build();
  }
}
