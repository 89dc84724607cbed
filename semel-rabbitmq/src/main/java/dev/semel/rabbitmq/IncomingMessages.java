package dev.semel.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.LongString;
import dev.semel.inbox.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a queue delivers, as readers of messages expect it. */
final class IncomingMessages {
  private IncomingMessages() {}

  /**
   * Headers as they are; beside them {@code content-type}, {@code message-id}, {@code type} and
   * {@code correlation-id} from the properties, where no header has that name. An empty body is
   * none.
   */
  static Delivery read(String queue, AMQP.BasicProperties properties, byte[] body) {
    Map<String, byte[]> headers = new HashMap<>();
    put(headers, "content-type", properties.getContentType());
    put(headers, "message-id", properties.getMessageId());
    put(headers, "type", properties.getType());
    put(headers, "correlation-id", properties.getCorrelationId());
    if (properties.getHeaders() != null) {
      properties.getHeaders().forEach((name, value) -> put(headers, name, value));
    }
    return Delivery.withoutKey(queue, headers, body);
  }

  private static void put(Map<String, byte[]> headers, String name, @Nullable Object value) {
    if (value instanceof LongString text) {
      headers.put(name, text.getBytes());
    } else if (value instanceof byte[] bytes) {
      headers.put(name, bytes);
    } else if (value != null) {
      headers.put(name, value.toString().getBytes(StandardCharsets.UTF_8));
    }
  }
}
