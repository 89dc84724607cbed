package dev.semel.kafka.consumer;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record in hand. It belongs to one assignment of its partition: what becomes of it after that
 * has ended moves no offset. Guarded by the lock of the hand; while it is at work, its attempts
 * belong to the thread that works on it.
 */
final class Entry {
  /** Where CloudEvents carry their tenant. */
  private static final String TENANT_HEADER = "ce_tenant";

  /**
   * What order is kept within: a key of a partition, or all of its records that have none. Keys are
   * a tenant's own where records tell their tenant.
   */
  record OrderKey(PartitionHand partition, @Nullable ByteBuffer key, @Nullable ByteBuffer tenant) {}

  private final OrderKey orderKey;
  private final long offset;
  private final Optional<Integer> leaderEpoch;
  private final long bytes;
  private @Nullable ConsumerRecord<byte[], byte[]> record;
  private int attempts;
  private boolean isRetry;

  Entry(PartitionHand partition, ConsumerRecord<byte[], byte[]> record) {
    Header tenant = record.headers().lastHeader(TENANT_HEADER);
    this.orderKey =
        new OrderKey(
            partition, wrapped(record.key()), wrapped(tenant == null ? null : tenant.value()));
    this.offset = record.offset();
    this.leaderEpoch = record.leaderEpoch();
    this.bytes =
        (long) Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
    this.record = record;
  }

  private static @Nullable ByteBuffer wrapped(byte @Nullable [] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes);
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

  /** Where Kafka goes on after it; the epoch tells it if the log has been cut meanwhile. */
  OffsetAndMetadata next() {
    return new OffsetAndMetadata(offset + 1, leaderEpoch, "");
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
