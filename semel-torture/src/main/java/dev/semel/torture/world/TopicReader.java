package dev.semel.torture.world;

import dev.semel.torture.bank.Json;
import dev.semel.torture.check.Snapshot.Fact;
import dev.semel.torture.check.Snapshot.Statement;
import dev.semel.torture.check.Snapshot.TopicEvent;
import dev.semel.torture.role.PipelineRole;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.databind.JsonNode;

/**
 * Reads a topic from its beginning to its end: what counts there, and nothing of what was aborted.
 */
final class TopicReader {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private TopicReader() {}

  static <T> List<T> read(
      String bootstrapServers, String topic, Function<ConsumerRecord<byte[], byte[]>, T> reader) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      return readTo(consumer, consumer.endOffsets(partitions), reader);
    }
  }

  private static <T> List<T> readTo(
      KafkaConsumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      Function<ConsumerRecord<byte[], byte[]>, T> reader) {
    List<T> read = new ArrayList<>();
    long startNanos = System.nanoTime();
    while (!hasReached(consumer, ends)) {
      if (System.nanoTime() - startNanos > LIMIT.toNanos()) {
        throw new IllegalStateException("the topic cannot be read to its end");
      }
      consumer.poll(POLL).forEach(record -> read.add(reader.apply(record)));
    }
    return read;
  }

  private static boolean hasReached(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** A record that a relay has published. */
  static TopicEvent event(ConsumerRecord<byte[], byte[]> record) {
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

  /** A record that a pipeline has written. */
  static Statement statement(ConsumerRecord<byte[], byte[]> record) {
    return statement(record, header(record, PipelineRole.MADE_OF), false);
  }

  /** The same of the topic for dead letters, whose records are as they were. */
  static Statement deadLetter(ConsumerRecord<byte[], byte[]> record) {
    String madeOf =
        header(record, "semel-dead-partition") + "-" + header(record, "semel-dead-offset");
    return statement(record, madeOf, true);
  }

  private static Statement statement(
      ConsumerRecord<byte[], byte[]> record, String madeOf, boolean isDead) {
    String payload = new String(record.value(), StandardCharsets.UTF_8);
    return new Statement(record.partition(), record.offset(), madeOf, isDead, payload);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = Objects.requireNonNull(record.headers().lastHeader(name), name);
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
