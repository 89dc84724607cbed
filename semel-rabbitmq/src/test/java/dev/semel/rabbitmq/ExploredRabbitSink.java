package dev.semel.rabbitmq;

import dev.semel.relay.Sink;
import dev.semel.testing.broker.BrokerPlace;
import dev.semel.testing.broker.ExploredSink;

/** A sink to an exchange, to be broken. */
final class ExploredRabbitSink extends ExploredSink {
  @Override
  protected Sink sinkTo(BrokerPlace at) {
    return new Rabbit(at).sink();
  }
}
