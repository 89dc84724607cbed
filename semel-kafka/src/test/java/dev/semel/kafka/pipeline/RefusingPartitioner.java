package dev.semel.kafka.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;

/** Has no partition for the number seven in one topic, and the first for all others. */
public final class RefusingPartitioner implements Partitioner {
  /** The producer's property that names the topic. */
  static final String TOPIC = "semel.test.refusing.topic";

  private String refusing = "";

  @Override
  public void configure(Map<String, ?> properties) {
    refusing = String.valueOf(properties.get(TOPIC));
  }

  @Override
  public int partition(
      String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
    if (topic.equals(refusing) && new String(keyBytes, UTF_8).equals("7")) {
      throw new IllegalArgumentException("no partition for seven");
    }
    return 0;
  }

  @Override
  public void close() {}
}
