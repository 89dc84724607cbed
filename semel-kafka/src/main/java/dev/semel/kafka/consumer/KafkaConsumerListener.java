package dev.semel.kafka.consumer;

/**
 * Hears what a runner does, on the runner's own threads. Must be quick, must not throw, and must be
 * safe for several threads; what it throws is logged and changes nothing. What becomes of each
 * message is heard from the inbox.
 */
@FunctionalInterface
public interface KafkaConsumerListener {
  void onChange(KafkaConsumerChange change);
}
