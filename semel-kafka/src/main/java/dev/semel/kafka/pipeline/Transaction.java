package dev.semel.kafka.pipeline;

import dev.semel.kafka.internal.RecordFaults;
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
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One transaction: what is written, and how far was read. Used by one thread. */
final class Transaction {
  private final Producer<byte[], byte[]> producer;
  private final long startNanos = System.nanoTime();
  private final Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
  private final AtomicReference<@Nullable Exception> sendFailure = new AtomicReference<>();
  private @Nullable ProducerRecord<byte[], byte[]> lastSent;
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
      send(output);
      failIfSendFailed();
      written++;
    }
    read++;
    next.put(
        new TopicPartition(record.topic(), record.partition()),
        new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), ""));
  }

  private void send(ProducerRecord<byte[], byte[]> output) {
    lastSent = output;
    try {
      // The commit fails if one of them did; the callback keeps why.
      Future<RecordMetadata> unused = producer.send(output, (taken, e) -> note(e));
    } catch (KafkaException | IllegalStateException notTheOutput) {
      throw notTheOutput;
    } catch (RuntimeException refused) {
      // By a partitioner or the like: Kafka throws its own, or that the producer is not ready.
      note(new UnfitOutputException("an output was refused: " + refused, refused));
    }
  }

  /** Why it failed if an output was the reason, so that it would fail again; else null. */
  @Nullable Exception outputFault() {
    Exception failure = sendFailure.get();
    if (failure instanceof TimeoutException && isBeyondItsTopic(lastSent)) {
      return new UnfitOutputException("its partition does not exist: " + failure, failure);
    }
    boolean isFault =
        failure instanceof UnfitOutputException || (failure != null && RecordFaults.isOne(failure));
    return isFault ? failure : null;
  }

  /** Kafka waits for a partition that is not there as it does for a topic. */
  private boolean isBeyondItsTopic(@Nullable ProducerRecord<byte[], byte[]> output) {
    if (output == null || output.partition() == null) {
      return false;
    }
    try {
      return output.partition() >= producer.partitionsFor(output.topic()).size();
    } catch (KafkaException notKnown) {
      return false;
    }
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
