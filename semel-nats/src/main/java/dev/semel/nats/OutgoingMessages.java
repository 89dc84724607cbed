package dev.semel.nats;

import dev.semel.relay.CloudEventAttributes;
import dev.semel.relay.RelayedEvent;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.nio.charset.StandardCharsets;

/** Events as messages: CloudEvents in binary mode. Immutable. */
final class OutgoingMessages {
  private static final String PREFIX = "ce-";
  private static final int DELETE = 0x7f;

  private final String source;
  private final NatsSubjects subjects;

  OutgoingMessages(String source, NatsSubjects subjects) {
    this.source = source;
    this.subjects = subjects;
  }

  Message of(RelayedEvent event) {
    Headers headers = new Headers();
    event.headers().forEach(headers::put);
    CloudEventAttributes.of(event, source)
        .forEach((name, value) -> headers.put(PREFIX + name, encoded(value)));
    if (event.payload() != null) {
      headers.put(PREFIX + "datacontenttype", CloudEventAttributes.CONTENT_TYPE);
    }
    return NatsMessage.builder()
        .subject(subjects.of(event))
        .headers(headers)
        .data(event.payload() == null ? "" : event.payload(), StandardCharsets.UTF_8)
        .build();
  }

  /** Percent-encoded, as the binding has it: headers of NATS are printable ASCII. */
  static String encoded(String value) {
    StringBuilder text = new StringBuilder();
    for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
      if (octet > ' ' && octet < DELETE && octet != '"' && octet != '%') {
        text.append((char) octet);
      } else {
        text.append("%%%02X".formatted(octet & 0xff));
      }
    }
    return text.toString();
  }

  /**
   * By which a stream tells that it has an event. A replay sends what the stream may remember, on
   * purpose, so it has ids of its own.
   */
  static String id(RelayedEvent event, boolean replay) {
    String name = event.headers().get(RelayedEvent.REPLAY_HEADER);
    return replay ? "%s/%s".formatted(event.id(), name) : event.id().toString();
  }

  /** What counts against the server's limit; room is left for what the client adds. */
  static long bytes(Message message) {
    int added = 512;
    return (long) message.getHeaders().serializedLength() + message.getData().length + added;
  }
}
