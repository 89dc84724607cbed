package dev.semel.nats;

import dev.semel.relay.Sink;
import dev.semel.testing.broker.BrokerPlace;
import dev.semel.testing.broker.ExploredSink;

/** A sink to a stream, to be broken. */
final class ExploredNatsSink extends ExploredSink {
  @Override
  protected Sink sinkTo(BrokerPlace at) {
    return new Jet(at).sink();
  }
}
