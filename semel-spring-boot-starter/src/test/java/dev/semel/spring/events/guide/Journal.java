package dev.semel.spring.events.guide;

import dev.semel.relay.Delivery;

/** Takes everything. */
final class Journal {
  void write(Delivery delivery) {
    delivery.published();
  }
}
