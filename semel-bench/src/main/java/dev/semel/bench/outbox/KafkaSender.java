package dev.semel.bench.outbox;

/** What transaction-outbox calls when it delivers. */
public interface KafkaSender {
  /** Sends an event and waits until the broker has it. */
  void send(String key, String payload);
}
