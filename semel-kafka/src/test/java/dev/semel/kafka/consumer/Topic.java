package dev.semel.kafka.consumer;

import dev.semel.kafka.SharedAdmin;
import dev.semel.testing.kafka.KafkaCluster;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A topic and a group of a test's own on a real broker, and somebody who sends to it. */
final class Topic implements AutoCloseable {
  final String name = "topic-" + UUID.randomUUID();
  final String group = "group-" + UUID.randomUUID();
  final int partitions;
  private final KafkaCluster cluster;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicLong sent = new AtomicLong();

  Topic(KafkaCluster cluster, int partitions) {
    this.cluster = cluster;
    this.partitions = partitions;
    cluster.createTopic(name, partitions, 1);
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", cluster.bootstrapServers(), "linger.ms", "1"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** What a member of the group is made with. It is missed soon when it is gone. */
  Map<String, Object> client() {
    Map<String, Object> client = new HashMap<>();
    client.put("bootstrap.servers", cluster.bootstrapServers());
    client.put("group.id", group);
    client.put("session.timeout.ms", "6000");
    client.put("heartbeat.interval.ms", "200");
    client.put("max.poll.records", "100");
    return client;
  }

  /** The headers of an event in CloudEvents' binary mode. */
  static Map<String, String> event(String id) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("ce_specversion", "1.0");
    headers.put("ce_source", "/test");
    headers.put("ce_type", "Happened");
    headers.put("ce_id", id);
    return headers;
  }

  static Map<String, String> versioned(String id, long version) {
    Map<String, String> headers = event(id);
    headers.put("ce_aggregatetype", "case");
    headers.put("ce_aggregateversion", Long.toString(version));
    return headers;
  }

  /** Sends number after number of each key, key by key in turn. */
  void sendAll(int keys, int perKey) {
    sendRange(keys, 0, perKey);
  }

  /** As {@link #sendAll}, from one number up to another. */
  void sendRange(int keys, int from, int to) {
    for (int number = from; number < to; number++) {
      for (int key = 0; key < keys; key++) {
        String name = "key-" + key;
        send(name, event(name + "-" + number), Integer.toString(number));
      }
    }
    producer.flush();
  }

  void send(@Nullable String key, Map<String, String> headers, @Nullable String value) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(name, null, bytes(key), bytes(value));
    headers.forEach((header, text) -> record.headers().add(header, bytes(text)));
    sent.incrementAndGet();
    Future<RecordMetadata> unused = producer.send(record);
  }

  /** How many records were sent. */
  long sent() {
    return sent.get();
  }

  void flush() {
    producer.flush();
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  /** What the group has committed, by partition; those without are left out. */
  Map<TopicPartition, Long> committed() {
    try {
      Map<TopicPartition, Long> offsets = new HashMap<>();
      SharedAdmin.of(cluster)
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get()
          .forEach(
              (partition, offset) -> {
                if (offset != null) {
                  offsets.put(partition, offset.offset());
                }
              });
      return offsets;
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The sum of what is committed: how many records the group has passed. */
  long passed() {
    return committed().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Lets a group that nobody is in begin anew. */
  void rewind() {
    Map<TopicPartition, OffsetAndMetadata> start = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      start.put(new TopicPartition(name, partition), new OffsetAndMetadata(0));
    }
    try {
      SharedAdmin.of(cluster).alterConsumerGroupOffsets(group, start).all().get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How many members the group has. */
  int members() {
    try {
      var described = SharedAdmin.of(cluster).describeConsumerGroups(List.of(group)).all().get();
      return Objects.requireNonNull(described.get(group)).members().size();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
