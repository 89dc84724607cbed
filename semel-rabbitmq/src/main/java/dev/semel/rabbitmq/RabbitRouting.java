package dev.semel.rabbitmq;

import dev.semel.relay.RelayedEvent;

/**
 * Says where each event goes. Events of one aggregate have to reach the same queue if their order
 * matters. What it throws makes the event a dead letter. Implementations are safe for use by
 * several threads.
 */
@FunctionalInterface
public interface RabbitRouting {
  RabbitRoute of(RelayedEvent event);

  /** To one exchange, under {@code aggregateType.type}: bind queues by {@code case.*}, say. */
  static RabbitRouting toExchange(String exchange) {
    RabbitRoute checked = new RabbitRoute(exchange, "");
    return event -> new RabbitRoute(checked.exchange(), event.aggregateType() + "." + event.type());
  }

  /** To one queue, through the default exchange. */
  static RabbitRouting toQueue(String queue) {
    RabbitRoute route = new RabbitRoute("", queue);
    return event -> route;
  }
}
