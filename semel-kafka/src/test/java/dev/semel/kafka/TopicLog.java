package dev.semel.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.testing.kafka.KafkaCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What lies in a topic and counts as committed, from its beginning to its end. */
public final class TopicLog {
  private TopicLog() {}

  /** Every partition in its order, one after the other. */
  public static List<ConsumerRecord<String, byte[]>> of(KafkaCluster cluster, String topic) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            cluster.bootstrapServers(),
            "isolation.level",
            "read_committed",
            "auto.offset.reset",
            "earliest");
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      return read(consumer, partitions);
    }
  }

  private static List<ConsumerRecord<String, byte[]>> read(
      KafkaConsumer<String, byte[]> consumer, Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      consumer.poll(Duration.ofMillis(200)).forEach(records::add);
    }
    return records;
  }

  /** How many records can be read. */
  public static int count(KafkaCluster cluster, String topic) {
    return of(cluster, topic).size();
  }

  /** The headers as text, by name. */
  public static Map<String, String> headers(ConsumerRecord<?, ?> record) {
    Map<String, String> headers = new TreeMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), new String(header.value(), UTF_8));
    }
    return headers;
  }
}
