package dev.semel.demo.broker;

import dev.semel.testing.kafka.KafkaCluster;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A Kafka of one broker, in this JVM. It ends with it, and a later one goes on with its data. */
public final class EmbeddedBroker implements Broker {
  private static final String TOPIC = "casework.cases";
  private static final int PARTITIONS = 3;
  private static final String FOLDER = "kafka";

  private final KafkaCluster cluster;

  private EmbeddedBroker(KafkaCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Starts it, on what an earlier one may have left.
   *
   * @param folder in which its own folder is kept; null for a temporary one
   * @throws NoBrokerException that says why it cannot
   */
  public static EmbeddedBroker start(@Nullable Path folder) {
    KafkaCluster.Builder builder = KafkaCluster.builder();
    if (folder != null) {
      builder.dataDirectory(folder.resolve(FOLDER).toAbsolutePath().normalize());
    }
    try {
      return new EmbeddedBroker(builder.start()).withTopic();
    } catch (RuntimeException e) {
      throw new NoBrokerException("Kafka does not start: " + innermostMessage(e), e);
    }
  }

  private EmbeddedBroker withTopic() {
    try {
      cluster.createTopic(TOPIC, PARTITIONS, 1);
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static String innermostMessage(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return String.valueOf(innermost.getMessage()).lines().findFirst().orElse("no reason was given");
  }

  @Override
  public String bootstrapServers() {
    return cluster.bootstrapServers();
  }

  @Override
  public String topic() {
    return TOPIC;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
