package dev.semel.torture.world;

import dev.semel.torture.role.Parts;
import dev.semel.torture.role.PipelineRole;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** How far pipelines are behind the topic they read, by the offsets that are committed. */
final class StatementLag {
  private final String bootstrapServers;

  StatementLag(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** In words; empty if they have read it all. */
  List<String> lagging() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      long written = written(admin);
      long read = read(admin);
      return read >= written
          ? List.of()
          : List.of("of %d events %d are read for statements".formatted(written, read));
    }
  }

  private static long written(Admin admin) {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (int partition = 0; partition < World.PARTITIONS; partition++) {
      ends.put(new TopicPartition(Parts.TOPIC, partition), OffsetSpec.latest());
    }
    return get(admin.listOffsets(ends).all()).values().stream()
        .mapToLong(end -> end.offset())
        .sum();
  }

  private static long read(Admin admin) {
    return get(admin.listConsumerGroupOffsets(PipelineRole.NAME).partitionsToOffsetAndMetadata())
        .values()
        .stream()
        .mapToLong(OffsetAndMetadata::offset)
        .sum();
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the broker cannot be asked when all is healed", e);
    }
  }
}
