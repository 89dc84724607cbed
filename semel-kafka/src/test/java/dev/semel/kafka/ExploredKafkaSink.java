package dev.semel.kafka;

import dev.semel.relay.Sink;
import dev.semel.testing.broker.BrokerPlace;
import dev.semel.testing.broker.ExploredSink;
import dev.semel.testing.net.FaultProxy;

/** A sink to a topic, to be broken. */
final class ExploredKafkaSink extends ExploredSink {
  /** In a process that is to be killed. */
  ExploredKafkaSink() {}

  /**
   * In front of the broker.
   *
   * @param advertised where the broker tells its clients to connect
   */
  ExploredKafkaSink(FaultProxy advertised) {
    super(advertised);
  }

  @Override
  protected Sink sinkTo(BrokerPlace at) {
    return KafkaSink.builder("%s:%d".formatted(at.host(), at.port()), "/casework")
        .topics(TopicRule.always(at.name()))
        .build();
  }
}
