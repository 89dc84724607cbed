package dev.semel.testing.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a kept folder keeps. Brokers are lost and killed where relays lose them. */
class KafkaClusterIT {
  private static final String TOPIC = "letters";

  @TempDir Path folder;

  @Test
  @Tag("thorough")
  void aKeptFolderIsStartedFromAgain() throws Exception {
    try (KafkaCluster cluster = KafkaCluster.builder().dataDirectory(folder).start()) {
      cluster.createTopic(TOPIC, 1, 1);
      send(cluster, "a");
    }
    try (KafkaCluster cluster = KafkaCluster.builder().dataDirectory(folder).start()) {
      send(cluster, "b");

      assertThat(read(cluster, 2)).containsExactly("a", "b");
    }
    assertThatThrownBy(
            () -> KafkaCluster.builder().brokers(3).dataDirectory(folder).start().close())
        .hasMessageContaining("1 brokers, and 3 are asked for");
  }

  private static void send(KafkaCluster cluster, String value) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", cluster.bootstrapServers());
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>(TOPIC, value)).get();
    }
  }

  private static List<String> read(KafkaCluster cluster, int howMany) {
    Map<String, Object> settings = Map.of("bootstrap.servers", cluster.bootstrapServers());
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions = List.of(new TopicPartition(TOPIC, 0));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (values.size() < howMany) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
          values.add(record.value());
        }
      }
    }
    return values;
  }
}
