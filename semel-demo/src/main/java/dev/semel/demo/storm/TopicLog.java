package dev.semel.demo.storm;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what is in a topic, as somebody would who knows nothing of Semel. */
final class TopicLog {
  private static final Duration MAX_DURATION = Duration.ofMinutes(1);
  private static final Duration POLL = Duration.ofMillis(200);

  private TopicLog() {}

  /**
   * The ids of the events of some cases.
   *
   * @param from where to begin in each partition
   * @param to where to end
   */
  static Set<UUID> idsOf(
      Set<UUID> cases,
      String bootstrapServers,
      Map<TopicPartition, Long> from,
      Map<TopicPartition, Long> to) {
    Set<UUID> ids = new HashSet<>();
    Map<String, Object> properties =
        Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties, bytes, bytes)) {
      consumer.assign(to.keySet());
      to.keySet().forEach(partition -> consumer.seek(partition, from.getOrDefault(partition, 0L)));
      long startNanos = System.nanoTime();
      while (to.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        if (System.nanoTime() - startNanos > MAX_DURATION.toNanos()) {
          throw new IllegalStateException("Kafka does not answer, so there is no verdict");
        }
        consumer.poll(POLL).forEach(record -> add(record, cases, ids));
      }
    }
    return ids;
  }

  private static void add(ConsumerRecord<byte[], byte[]> record, Set<UUID> cases, Set<UUID> ids) {
    if (cases.contains(UUID.fromString(text(record.key())))) {
      Header id = record.headers().lastHeader("ce_id");
      ids.add(UUID.fromString(text(id.value())));
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
