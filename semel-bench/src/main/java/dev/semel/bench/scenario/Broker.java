package dev.semel.bench.scenario;

import dev.semel.bench.work.EventSample;
import dev.semel.testing.kafka.KafkaCluster;
import org.jspecify.annotations.Nullable;

/** Kafka in a process of its own, started when it is first asked for. For one thread. */
public final class Broker implements AutoCloseable {
  private static final int PARTITIONS = 8;

  private @Nullable KafkaCluster cluster;

  /** Where it is. */
  String bootstrapServers() {
    KafkaCluster running = cluster;
    if (running == null) {
      running = KafkaCluster.builder().ownProcesses().start();
      cluster = running;
      running.createTopic(EventSample.TOPIC, PARTITIONS, 1);
    }
    return running.bootstrapServers();
  }

  @Override
  public void close() {
    if (cluster != null) {
      cluster.close();
    }
  }
}
