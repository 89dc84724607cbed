package dev.semel.kafka.pipeline;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Takes a consumer back to what counts: the committed offsets, and where a group has none yet, the
 * first record that was read. Used by one thread.
 */
final class Positions implements ConsumerRebalanceListener {
  private final Map<TopicPartition, Long> firstRead = new HashMap<>();
  private final java.util.function.Consumer<Collection<TopicPartition>> whenRevoked;

  Positions(java.util.function.Consumer<Collection<TopicPartition>> whenRevoked) {
    this.whenRevoked = whenRevoked;
  }

  void note(ConsumerRecord<byte[], byte[]> record) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    firstRead.merge(partition, record.offset(), Math::min);
  }

  void rewind(Consumer<byte[], byte[]> consumer) {
    Set<TopicPartition> assigned = consumer.assignment();
    Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(assigned);
    for (TopicPartition partition : assigned) {
      OffsetAndMetadata counts = committed.get(partition);
      Long first = firstRead.get(partition);
      if (counts != null) {
        consumer.seek(partition, counts);
      } else if (first != null) {
        consumer.seek(partition, first);
      }
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    partitions.forEach(firstRead::remove);
    whenRevoked.accept(partitions);
  }

  /**
   * What is known of their records stays: a member that took too long over one is thrown out, joins
   * again, and must not begin anew with it.
   */
  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    partitions.forEach(firstRead::remove);
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    partitions.forEach(firstRead::remove);
  }
}
