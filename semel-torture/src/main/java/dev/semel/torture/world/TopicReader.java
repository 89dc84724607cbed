package dev.semel.torture.world;

import dev.semel.torture.bank.Json;
import dev.semel.torture.check.Snapshot.Fact;
import dev.semel.torture.check.Snapshot.TopicEvent;
import dev.semel.torture.role.Parts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.databind.JsonNode;

/** Reads a topic from its beginning to its end. */
final class TopicReader {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private TopicReader() {}

  static List<TopicEvent> read(String bootstrapServers) {
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(Parts.TOPIC).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      return readTo(consumer, consumer.endOffsets(partitions));
    }
  }

  private static List<TopicEvent> readTo(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    List<TopicEvent> events = new ArrayList<>();
    long startNanos = System.nanoTime();
    while (!hasReached(consumer, ends)) {
      if (System.nanoTime() - startNanos > LIMIT.toNanos()) {
        throw new IllegalStateException("the topic cannot be read to its end");
      }
      consumer.poll(POLL).forEach(record -> events.add(event(record)));
    }
    return events;
  }

  private static boolean hasReached(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private static TopicEvent event(ConsumerRecord<byte[], byte[]> record) {
    String payload = new String(record.value(), StandardCharsets.UTF_8);
    JsonNode body = Json.read(payload);
    Fact fact =
        new Fact(
            Objects.requireNonNull(Json.text(body, "tenant")),
            Objects.requireNonNull(Json.text(body, "account")),
            body.get("booking").asLong(),
            body.get("delta").asLong(),
            body.get("balance").asLong());
    String tenant = header(record, "ce_tenant");
    return new TopicEvent(
        record.partition(),
        record.offset(),
        header(record, "ce_id"),
        tenant,
        tenant + "/" + new String(record.key(), StandardCharsets.UTF_8),
        header(record, "ce_type"),
        Long.parseLong(header(record, "ce_aggregateversion")),
        fact,
        payload);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = Objects.requireNonNull(record.headers().lastHeader(name), name);
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
