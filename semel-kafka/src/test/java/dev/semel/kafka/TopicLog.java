package dev.semel.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.relay.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * What lies in a topic and counts as committed, from its beginning to its end. Waits for
 * transactions that are open.
 */
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
    Map<TopicPartition, Long> ends = ends(cluster, topic);
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(ends.keySet());
      return read(consumer, ends);
    }
  }

  /**
   * Where the topic ends whatever is committed. A commit and an abort are answered before a reader
   * of committed records gets past them.
   */
  private static Map<TopicPartition, Long> ends(KafkaCluster cluster, String topic) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", cluster.bootstrapServers(), "isolation.level", "read_uncommitted");
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      return consumer.endOffsets(
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList());
    }
  }

  private static List<ConsumerRecord<String, byte[]>> read(
      KafkaConsumer<String, byte[]> consumer, Map<TopicPartition, Long> ends) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    Eventually.holds(
        "every transaction before " + ends + " is over",
        () -> {
          consumer.poll(Duration.ofMillis(200)).forEach(records::add);
          return ends.entrySet().stream()
              .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
        });
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
