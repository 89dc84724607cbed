package dev.semel.kafka.pipeline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** One transaction: what is written, and how far was read. Used by one thread. */
final class Transaction {
  private final Producer<byte[], byte[]> producer;
  private final long startNanos = System.nanoTime();
  private final Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
  private final AtomicReference<@Nullable Exception> sendFailure = new AtomicReference<>();
  private boolean untouched = true;
  private boolean committing;
  private int read;
  private int written;

  Transaction(Producer<byte[], byte[]> producer) {
    this.producer = producer;
    producer.beginTransaction();
  }

  /**
   * Adds what is made of a record.
   *
   * @throws KafkaException as soon as it is known that something cannot be written. Whatever
   *     follows would be in vain, and may wait as long again for a topic that is not there
   */
  void add(ConsumerRecord<byte[], byte[]> record, List<ProducerRecord<byte[], byte[]>> outputs) {
    for (ProducerRecord<byte[], byte[]> output : outputs) {
      untouched = false;
      // The commit fails if one of them did; the callback keeps why.
      Future<RecordMetadata> unused = producer.send(output, (taken, e) -> note(e));
      failIfSendFailed();
      written++;
    }
    read++;
    next.put(
        new TopicPartition(record.topic(), record.partition()),
        new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), ""));
  }

  private void note(@Nullable Exception e) {
    if (e != null) {
      sendFailure.compareAndSet(null, e);
    }
  }

  /**
   * Commits what was written and how far was read, together. The group's metadata lets the broker
   * refuse a member that has meanwhile lost its partitions.
   *
   * <p>Everything is written before the commit is asked for: a producer that finds out in the
   * middle of a commit that it cannot be lets the caller wait until its patience ends.
   */
  void commit(ConsumerGroupMetadata group) {
    untouched = false;
    producer.sendOffsetsToTransaction(next, group);
    producer.flush();
    failIfSendFailed();
    committing = true;
    producer.commitTransaction();
  }

  private void failIfSendFailed() {
    Exception failure = sendFailure.get();
    if (failure != null) {
      throw new KafkaException("an output could not be written", failure);
    }
  }

  /** Whether the producer was never asked to send anything for it. */
  boolean isUntouched() {
    return untouched;
  }

  /** Whether a commit was asked for, so that it may have happened whatever the producer says. */
  boolean mayBeCommitted() {
    return committing;
  }

  /** Why something could not be written; null if it is not known of any. */
  @Nullable Exception sendFailure() {
    return sendFailure.get();
  }

  boolean isOlderThan(long nanos) {
    return System.nanoTime() - startNanos > nanos;
  }

  int read() {
    return read;
  }

  int written() {
    return written;
  }
}
