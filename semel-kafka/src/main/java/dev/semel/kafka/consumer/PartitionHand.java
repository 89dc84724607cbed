package dev.semel.kafka.consumer;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What is in hand of one partition, for one assignment of it. Records finish in any order; the
 * offset follows the lowest that has not. A partition that is assigned again gets another of these,
 * so that late results of an earlier assignment count for nothing. Guarded by the lock of the hand.
 */
final class PartitionHand {
  private final TopicPartition partition;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private @Nullable OffsetAndMetadata passed;
  private @Nullable OffsetAndMetadata next;
  private long lastAdded = -1;
  private long committed = -1;
  private long endOffset = -1;
  private int undone;
  private int atWork;
  private int retrying;
  private long bytes;
  private boolean paused;
  // The only part that is also read without the lock.
  private volatile boolean closed;

  PartitionHand(TopicPartition partition) {
    this.partition = partition;
  }

  TopicPartition partition() {
    return partition;
  }

  Entry add(ConsumerRecord<byte[], byte[]> record) {
    Entry entry = new Entry(this, record);
    entries.addLast(entry);
    lastAdded = entry.offset();
    undone++;
    bytes += entry.bytes();
    return entry;
  }

  /** Whether it was further already: the log has been cut since, or gone back in. */
  boolean isBeyond(ConsumerRecord<byte[], byte[]> record) {
    return record.offset() <= lastAdded;
  }

  /** Where Kafka goes on after all that is in hand, which may be behind markers of transactions. */
  void polledTo(OffsetAndMetadata position) {
    next = position;
  }

  void took() {
    atWork++;
  }

  void gaveBack() {
    atWork--;
  }

  void retries(Entry entry) {
    if (!entry.isRetry()) {
      entry.markRetry();
      retrying++;
    }
  }

  void done(Entry entry) {
    entry.done();
    undone--;
    bytes -= entry.bytes();
    retrying -= entry.isRetry() ? 1 : 0;
    trim();
  }

  private void trim() {
    Entry first = entries.peekFirst();
    while (first != null && first.isDone()) {
      entries.removeFirst();
      passed = first.next();
      first = entries.peekFirst();
    }
  }

  /** The offset up to which all is done, if that is news to the broker; else null. */
  @Nullable OffsetAndMetadata toCommit() {
    OffsetAndMetadata safe = entries.isEmpty() && next != null ? next : passed;
    return safe == null || safe.offset() <= committed ? null : safe;
  }

  void committed(long offset) {
    committed = Math.max(committed, offset);
  }

  /** From now on nothing of it is begun. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isAtWork() {
    return atWork > 0;
  }

  int atWork() {
    return atWork;
  }

  long bytes() {
    return bytes;
  }

  /** Whether it takes no more; once full, it stays so until half is done. */
  boolean isFull(KafkaConsumerSettings.Limits limits) {
    int share = paused ? 2 : 1;
    return undone >= Math.max(1, limits.maxRecordsPerPartition() / share)
        || entries.size() >= Math.max(1, limits.maxAhead() / share);
  }

  void paused(boolean value) {
    paused = value;
  }

  void endsAt(long offset) {
    endOffset = offset;
  }

  KafkaConsumerStatus.Partition status(int member) {
    OffsetAndMetadata safe = entries.isEmpty() && next != null ? next : passed;
    long position = safe == null ? -1 : safe.offset();
    Long lag = endOffset < 0 || position < 0 ? null : Math.max(0, endOffset - position);
    return new KafkaConsumerStatus.Partition(
        partition.topic(),
        partition.partition(),
        member,
        committed < 0 ? null : committed,
        lag,
        undone,
        atWork,
        retrying,
        paused);
  }
}
