package dev.semel.kafka.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.kafka.SharedAdmin;
import dev.semel.kafka.TopicLog;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.relay.Eventually;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A topic with the numbers from 0 on, one that a pipeline writes to, one for dead letters, and what
 * a reader of committed records finds in them.
 */
final class Numbers {
  private static final int MAX_BYTES = 10_000;

  final String name = "numbers-" + UUID.randomUUID();
  final String source = name + ".in";
  final String target = name + ".out";
  final String dead = name + ".dead";
  private final KafkaCluster cluster;

  Numbers(KafkaCluster cluster, int partitions) {
    this.cluster = cluster;
    for (String topic : List.of(source, target, dead)) {
      cluster.createTopic(
          topic, partitions, 1, Map.of("max.message.bytes", Integer.toString(MAX_BYTES)));
    }
  }

  /** Writes the numbers, spread over the partitions. */
  void write(int from, int to) {
    write(IntStream.range(from, to).mapToObj(number -> record(source, number)).toList());
  }

  private void write(List<ProducerRecord<byte[], byte[]>> records) {
    // A batch that is larger than the topic takes is split, but not taken before its time is up.
    Map<String, Object> settings =
        Map.of("bootstrap.servers", cluster.bootstrapServers(), "batch.size", MAX_BYTES / 2);
    List<Exception> failures = new CopyOnWriteArrayList<>();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (ProducerRecord<byte[], byte[]> record : records) {
        // Flushing waits for all of them.
        Future<RecordMetadata> unused =
            producer.send(
                record,
                (metadata, failure) -> Optional.ofNullable(failure).ifPresent(failures::add));
      }
      producer.flush();
    }
    assertThat(failures).isEmpty();
  }

  /** Writes the numbers in a transaction that is aborted. */
  void writeAborted(int from, int to) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            cluster.bootstrapServers(),
            "batch.size",
            MAX_BYTES / 2,
            "transactional.id",
            name + ".writer");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      for (int number = from; number < to; number++) {
        Future<RecordMetadata> unused = producer.send(record(source, number));
      }
      // What is not sent by then would be dropped.
      producer.flush();
      producer.abortTransaction();
    }
  }

  /** Writes something to the source that is no number. */
  void write(byte[] key, byte[] value) {
    write(List.of(new ProducerRecord<>(source, key, value)));
  }

  static ProducerRecord<byte[], byte[]> record(String topic, int number) {
    byte[] text = Integer.toString(number).getBytes(UTF_8);
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, text, text);
    record.headers().add("about", "as long as what one has to say about a number".getBytes(UTF_8));
    return record;
  }

  static int number(ConsumerRecord<?, byte[]> record) {
    return Integer.parseInt(new String(record.value(), UTF_8));
  }

  /** Copies each number to the target. */
  List<ProducerRecord<byte[], byte[]>> copy(ConsumerRecord<byte[], byte[]> record) {
    return List.of(record(target, number(record)));
  }

  Pipeline.Builder pipeline(String node) {
    return Pipeline.builder(cluster.bootstrapServers(), name, node)
        .from(source)
        .transform(this::copy)
        .settings(PipelineSettings.standard().maxRecordsPerTransaction(20));
  }

  List<Integer> written() {
    return TopicLog.of(cluster, target).stream().map(Numbers::number).sorted().toList();
  }

  List<ConsumerRecord<String, byte[]>> deadLetters() {
    return TopicLog.of(cluster, dead);
  }

  static List<Integer> upTo(int end) {
    return IntStream.range(0, end).boxed().toList();
  }

  /** Waits until the group has committed everything that lies in the source. */
  void awaitAllRead(int count) {
    Eventually.holds("all is read", () -> committed() >= count);
  }

  /** Whether the broker has aborted what the only lane of the node had begun. */
  boolean isAborted(String node) {
    return stateOfTheOnlyLane(node) == TransactionState.COMPLETE_ABORT;
  }

  /** Whether the broker has been told to abort it, and may still be at it. */
  boolean isToBeAborted(String node) {
    return isAborted(node) || stateOfTheOnlyLane(node) == TransactionState.PREPARE_ABORT;
  }

  private TransactionState stateOfTheOnlyLane(String node) {
    String id = "%s:%s:0".formatted(name, node);
    return told(admin -> admin.describeTransactions(List.of(id)).all()).iterator().next().state();
  }

  /** Whether nobody is a member of the group. */
  boolean isGroupEmpty() {
    return told(admin -> admin.describeConsumerGroups(List.of(name)).all()).stream()
        .allMatch(group -> group.members().isEmpty());
  }

  long committed() {
    return told(admin -> admin.listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata())
        .stream()
        .mapToLong(offset -> offset.offset())
        .sum();
  }

  private <T> Collection<T> told(Function<Admin, KafkaFuture<? extends Map<?, T>>> question) {
    return question
        .apply(SharedAdmin.of(cluster))
        .toCompletionStage()
        .toCompletableFuture()
        .join()
        .values();
  }
}
