package dev.semel.demo;

import dev.semel.demo.broker.Broker;
import dev.semel.testing.kafka.KafkaCluster;
import java.util.UUID;

/** A topic of its own on the one Kafka of all tests in this JVM. */
public record SharedBroker(String topic) implements Broker {
  private static final int PARTITIONS = 3;

  public static SharedBroker withTopicOfItsOwn() {
    String topic = "cases-" + UUID.randomUUID();
    KafkaCluster.shared().createTopic(topic, PARTITIONS, 1);
    return new SharedBroker(topic);
  }

  @Override
  public String bootstrapServers() {
    return KafkaCluster.shared().bootstrapServers();
  }

  @Override
  public void close() {}
}
