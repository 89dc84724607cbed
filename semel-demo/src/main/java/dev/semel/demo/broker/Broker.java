package dev.semel.demo.broker;

/** The Kafka that events go to. Safe for use by several threads. */
public interface Broker extends AutoCloseable {
  /** None: events stay in the outbox. */
  static Broker none() {
    return new NoBroker();
  }

  /** Whether there is one; if not, nothing else may be asked. */
  default boolean isThere() {
    return true;
  }

  /** Where clients connect. */
  String bootstrapServers();

  /** Where events of cases go; it is there. */
  String topic();

  /** Stops it, if it is the demo's own. */
  @Override
  void close();
}
