package dev.semel.demo.flow;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;

/**
 * Lets a consumer be killed at the worst moment: its work is committed in the database, and the
 * broker will never know. Safe for use by several threads.
 */
final class LostAcknowledgements {
  private volatile boolean losing;
  private volatile CountDownLatch lost = new CountDownLatch(1);

  /** From now on no acknowledgement reaches the broker. */
  void lose() {
    lost = new CountDownLatch(1);
    losing = true;
  }

  /** Waits until one was lost. */
  boolean awaitLost(Duration maxWait) {
    try {
      return lost.await(maxWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Those of the next consumer arrive again. */
  void deliver() {
    losing = false;
  }

  /** A consumer whose acknowledgements may get lost. */
  KafkaConsumer<byte[], byte[]> client(Map<String, Object> properties) {
    return new Client(properties);
  }

  private boolean isLost() {
    if (losing) {
      lost.countDown();
    }
    return losing;
  }

  private final class Client extends KafkaConsumer<byte[], byte[]> {
    Client(Map<String, Object> properties) {
      super(properties);
    }

    @Override
    public void commitAsync(
        Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
      if (!isLost()) {
        super.commitAsync(offsets, callback);
      }
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
      if (!isLost()) {
        super.commitSync(offsets, timeout);
      }
    }
  }
}
