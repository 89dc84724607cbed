package dev.semel.kafka.pipeline;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The records of transactions that failed, of which one may be why. They come again in polls of any
 * size and together with others, so each partition remembers how far they reach. Used by one
 * thread.
 */
final class Suspects {
  private final Map<TopicPartition, Long> ends = new HashMap<>();

  void add(List<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      ends.merge(partitionOf(record), record.offset() + 1, Math::max);
    }
  }

  /** Where the next transaction ends that begins there: a suspect is alone in its own. */
  int endOfTransaction(List<ConsumerRecord<byte[], byte[]>> records, int from) {
    int end = from;
    while (end < records.size() && !isSuspect(records.get(end))) {
      end++;
    }
    return Math.max(end, from + 1);
  }

  private boolean isSuspect(ConsumerRecord<byte[], byte[]> record) {
    Long end = ends.get(partitionOf(record));
    return end != null && record.offset() < end;
  }

  /** They are done with. */
  void pass(List<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      ends.computeIfPresent(
          partitionOf(record), (partition, end) -> record.offset() + 1 < end ? end : null);
    }
  }

  /** They are somebody else's now. */
  void forget(Collection<TopicPartition> partitions) {
    ends.keySet().removeAll(partitions);
  }

  private static TopicPartition partitionOf(ConsumerRecord<?, ?> record) {
    return new TopicPartition(record.topic(), record.partition());
  }
}
