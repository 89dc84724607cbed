package dev.semel.demo.flow;

import static java.util.Objects.requireNonNull;

import dev.semel.demo.broker.Broker;
import dev.semel.demo.broker.NoBrokerException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Asks the broker itself, and moves offsets. Safe for use by several threads. */
final class TopicAdmin implements AutoCloseable {
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);

  private final Admin admin;
  private final String topic;
  private final String group;

  TopicAdmin(Broker broker) {
    this.admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    this.topic = broker.topic();
    this.group = Incoming.group(broker);
  }

  /** Which Kafka it is; another one after its data were deleted. */
  String clusterId() {
    return get(admin.describeCluster().clusterId());
  }

  /** How many records there are. */
  long records() {
    Map<TopicPartition, Long> first = offsets(OffsetSpec.earliest());
    Map<TopicPartition, Long> next = offsets(OffsetSpec.latest());
    return next.entrySet().stream()
        .mapToLong(entry -> entry.getValue() - first.getOrDefault(entry.getKey(), 0L))
        .sum();
  }

  /** How many records the group has not acknowledged. */
  long lag() {
    Map<TopicPartition, OffsetAndMetadata> acknowledged = acknowledged();
    Map<TopicPartition, Long> first = offsets(OffsetSpec.earliest());
    long lag = 0;
    for (Map.Entry<TopicPartition, Long> end : ends().entrySet()) {
      OffsetAndMetadata known = acknowledged.get(end.getKey());
      long next = known == null ? first.getOrDefault(end.getKey(), 0L) : known.offset();
      lag += Math.max(0, end.getValue() - next);
    }
    return lag;
  }

  private Map<TopicPartition, OffsetAndMetadata> acknowledged() {
    return get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
  }

  /** Where the next record of each partition will be. */
  Map<TopicPartition, Long> ends() {
    return offsets(OffsetSpec.latest());
  }

  /**
   * Sends the group back, as an operator would who wants everything again; nobody of the group may
   * be at work.
   *
   * @param records how far, in each partition; no further than to its beginning
   */
  void rewind(int records) {
    Map<TopicPartition, Long> first = offsets(OffsetSpec.earliest());
    Map<TopicPartition, OffsetAndMetadata> moved = new HashMap<>();
    acknowledged()
        .forEach(
            (partition, offset) -> {
              long earliest = first.getOrDefault(partition, 0L);
              long back = offset == null ? earliest : offset.offset() - records;
              moved.put(partition, new OffsetAndMetadata(Math.max(earliest, back)));
            });
    if (!moved.isEmpty()) {
      get(admin.alterConsumerGroupOffsets(group, moved).all());
    }
  }

  private Map<TopicPartition, Long> offsets(OffsetSpec which) {
    TopicDescription description =
        requireNonNull(get(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic));
    List<TopicPartition> partitions =
        description.partitions().stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    Map<TopicPartition, OffsetSpec> wanted =
        partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Map<TopicPartition, ListOffsetsResultInfo> found = get(admin.listOffsets(wanted).all());
    found.forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }

  private static <T> T get(KafkaFuture<T> answer) {
    try {
      return answer.get(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the broker was asked", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new NoBrokerException("it does not answer as it should: " + e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
