package dev.semel.kafka.consumer;

import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record in hand. It belongs to one assignment of its partition: what becomes of it after that
 * has ended moves no offset. Guarded by the lock of the hand; while it is at work, its attempts
 * belong to the thread that works on it.
 */
final class Entry {
  /** What order is kept within: a key of a partition, or all of its records that have none. */
  record OrderKey(PartitionHand partition, @Nullable ByteBuffer key) {}

  private final OrderKey orderKey;
  private final long offset;
  private final long bytes;
  private @Nullable ConsumerRecord<byte[], byte[]> record;
  private int attempts;
  private boolean isRetry;

  Entry(PartitionHand partition, ConsumerRecord<byte[], byte[]> record) {
    byte[] key = record.key();
    this.orderKey = new OrderKey(partition, key == null ? null : ByteBuffer.wrap(key));
    this.offset = record.offset();
    this.bytes =
        (long) Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
    this.record = record;
  }

  OrderKey orderKey() {
    return orderKey;
  }

  PartitionHand partition() {
    return orderKey.partition();
  }

  long offset() {
    return offset;
  }

  long bytes() {
    return bytes;
  }

  ConsumerRecord<byte[], byte[]> record() {
    if (record == null) {
      throw new IllegalStateException("the record at offset " + offset + " is done");
    }
    return record;
  }

  boolean isDone() {
    return record == null;
  }

  /** Only its offset is kept from now on. */
  void done() {
    record = null;
  }

  /** Counts a failure that was the record's own, and returns how many there were. */
  int countFailure() {
    attempts++;
    return attempts;
  }

  boolean isRetry() {
    return isRetry;
  }

  void markRetry() {
    isRetry = true;
  }
}
