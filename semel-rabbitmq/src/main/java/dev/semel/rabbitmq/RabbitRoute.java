package dev.semel.rabbitmq;

import java.nio.charset.StandardCharsets;

/**
 * Where an event goes. Immutable.
 *
 * @param exchange which must exist; empty for the default exchange, which routes to the queue that
 *     the routing key names
 * @param routingKey by which queues are bound to it; both take at most {@value #MAX_BYTES} bytes
 */
public record RabbitRoute(String exchange, String routingKey) {
  public static final int MAX_BYTES = 255;

  public RabbitRoute {
    check("exchange", exchange);
    check("routing key", routingKey);
  }

  private static void check(String field, String value) {
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "%s has %d bytes; give at most %d".formatted(field, bytes, MAX_BYTES));
    }
  }
}
