package dev.semel.demo.flow;

import dev.semel.demo.broker.Broker;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.MessageHandler;
import dev.semel.kafka.consumer.KafkaConsumerRunner;
import dev.semel.kafka.consumer.KafkaConsumerSettings;
import java.time.Duration;
import java.util.Map;

/**
 * The consumer of the dashboard. It can be killed and sent back, which is what storms do. Safe for
 * use by several threads.
 */
final class Incoming implements AutoCloseable {
  private static final Duration DRAIN = Duration.ofSeconds(5);
  private static final Duration MAX_WAIT = Duration.ofMinutes(1);

  private final Inbox inbox;
  private final ConsumerSettings consumer;
  private final MessageHandler handler;
  private final KafkaConsumerSettings settings;
  private final LostAcknowledgements acknowledgements = new LostAcknowledgements();
  private volatile KafkaConsumerRunner runner;

  Incoming(Inbox inbox, ConsumerSettings consumer, MessageHandler handler, Broker broker) {
    this.inbox = inbox;
    this.consumer = consumer;
    this.handler = handler;
    this.settings =
        KafkaConsumerSettings.of(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "group.id", group(broker)),
                broker.topic())
            .client("session.timeout.ms", 6_000)
            .lanes(2)
            .revocationWait(Duration.ofSeconds(2));
    this.runner = runner();
  }

  static String group(Broker broker) {
    return broker.topic() + ".dashboard";
  }

  private KafkaConsumerRunner runner() {
    return KafkaConsumerRunner.builder(inbox, consumer, handler)
        .settings(settings)
        .clients(acknowledgements::client)
        .build();
  }

  void start() {
    runner.start();
  }

  /**
   * Kills the consumer when it has committed its work and not acknowledged it. Another one goes on,
   * and is given the same again.
   *
   * @param stir makes an event, in case nobody else does
   * @return whether it came to that
   */
  synchronized boolean crash(Runnable stir) {
    acknowledgements.lose();
    try {
      stir.run();
      return acknowledgements.awaitLost(MAX_WAIT);
    } finally {
      runner.stop(Duration.ZERO);
      acknowledgements.deliver();
      runner = runner();
      runner.start();
    }
  }

  /**
   * Stands still while something is done to its offsets.
   *
   * @param change what is done
   */
  synchronized void pausedFor(Runnable change) {
    runner.stop(DRAIN);
    try {
      change.run();
    } finally {
      runner = runner();
      runner.start();
    }
  }

  @Override
  public synchronized void close() {
    runner.stop(DRAIN);
  }
}
