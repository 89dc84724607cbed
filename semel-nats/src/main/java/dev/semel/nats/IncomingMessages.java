package dev.semel.nats;

import dev.semel.inbox.Delivery;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** What a stream delivers, as readers of messages expect it. An empty body is none. */
final class IncomingMessages {
  private IncomingMessages() {}

  static Delivery read(Message message) {
    Map<String, byte[]> values = new HashMap<>();
    Headers headers = message.getHeaders();
    if (headers != null) {
      for (String name : headers.keySet()) {
        String value = headers.getFirst(name);
        values.put(name, value == null ? new byte[0] : value.getBytes(StandardCharsets.UTF_8));
      }
    }
    String position =
        "%s/%d".formatted(message.metaData().getStream(), message.metaData().streamSequence());
    return Delivery.withoutKey(message.getSubject(), values, message.getData()).position(position);
  }
}
