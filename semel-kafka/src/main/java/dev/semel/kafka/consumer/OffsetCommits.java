package dev.semel.kafka.consumer;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Tells the broker up to where all is done. A commit that fails is made good by a later one, or its
 * records come again. For the thread that polls.
 */
final class OffsetCommits {
  private final Consumer<byte[], byte[]> consumer;
  private final Hand hand;
  private final ConsumerNotifier notifier;
  private final int member;
  private final long intervalNanos;
  private long lastNanos;
  private boolean failing;

  OffsetCommits(
      Consumer<byte[], byte[]> consumer,
      Hand hand,
      ConsumerNotifier notifier,
      int member,
      Duration interval) {
    this.consumer = consumer;
    this.hand = hand;
    this.notifier = notifier;
    this.member = member;
    this.intervalNanos = interval.toNanos();
    this.lastNanos = System.nanoTime();
  }

  /** Commits without waiting for the answer, not more often than the interval allows. */
  void commitIfDue() {
    long now = System.nanoTime();
    if (now - lastNanos < intervalNanos) {
      return;
    }
    lastNanos = now;
    Map<PartitionHand, OffsetAndMetadata> offsets = hand.committable();
    if (!offsets.isEmpty()) {
      consumer.commitAsync(
          byPartition(offsets), (committed, failure) -> answered(offsets, failure));
    }
  }

  private void answered(
      Map<PartitionHand, OffsetAndMetadata> offsets, @Nullable Exception failure) {
    if (failure == null) {
      succeeded(offsets);
    } else {
      failed(failure);
    }
  }

  /** Commits and waits, because there will be no later one. */
  void commitNow(Map<PartitionHand, OffsetAndMetadata> offsets, Duration maxWait) {
    if (offsets.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(byPartition(offsets), maxWait);
      succeeded(offsets);
    } catch (RuntimeException failure) {
      failed(failure);
    }
  }

  private void succeeded(Map<PartitionHand, OffsetAndMetadata> offsets) {
    hand.committed(offsets);
    failing = false;
  }

  private void failed(Exception failure) {
    if (!failing) {
      String reason = failure.getClass().getSimpleName();
      notifier.tell(
          new KafkaConsumerChange.OffsetsNotCommitted(notifier.consumer(), member, reason));
    }
    failing = true;
  }

  private static Map<TopicPartition, OffsetAndMetadata> byPartition(
      Map<PartitionHand, OffsetAndMetadata> offsets) {
    Map<TopicPartition, OffsetAndMetadata> named = new HashMap<>();
    offsets.forEach((hand, offset) -> named.put(hand.partition(), offset));
    return named;
  }
}
