package dev.semel.kafka.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.relay.Eventually;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** A process that was taken for dead wakes up in the middle of its transaction. */
class PipelineZombieIT {
  private static final int COUNT = 100;

  private final Numbers numbers = new Numbers(KafkaCluster.shared(), 1);
  private final CountDownLatch stuck = new CountDownLatch(1);
  private final CountDownLatch wakeUp = new CountDownLatch(1);

  @Test
  void aMemberThatLostItsPartitionsCannotCommit() {
    numbers.write(0, COUNT);
    try (Pipeline zombie = zombie();
        Pipeline successor = impatient("successor").build()) {
      zombie.start();
      await(stuck);
      successor.start();
      numbers.awaitAllRead(COUNT);
      Eventually.holds("by the successor", () -> successor.status().recordsRead() == COUNT);
      wakeUp.countDown();
      Eventually.holds("it is refused", () -> zombie.status().abortedTransactions() > 0);

      assertThat(zombie.status().fencedLanes()).isZero();
      assertThat(zombie.status().recordsRead()).isZero();
      assertThat(numbers.written()).isEqualTo(Numbers.upTo(COUNT));
    }
  }

  @Test
  void aProcessWhoseNodeWasStartedAgainEnds() {
    numbers.write(0, COUNT);
    try (Pipeline zombie = zombie();
        Pipeline again = impatient("zombie").build()) {
      zombie.start();
      await(stuck);
      again.start();
      numbers.awaitAllRead(COUNT);
      wakeUp.countDown();
      Eventually.holds("it has ended", () -> zombie.status().fencedLanes() == 1);
      numbers.write(COUNT, 2 * COUNT);
      numbers.awaitAllRead(2 * COUNT);

      assertThat(again.status().fencedLanes()).isZero();
      assertThat(numbers.written()).isEqualTo(Numbers.upTo(2 * COUNT));
    }
  }

  /** Gets stuck at its second record, with the first one written and not committed. */
  private Pipeline zombie() {
    return impatient("zombie").transform(this::getStuckAtTheSecond).build();
  }

  private List<ProducerRecord<byte[], byte[]>> getStuckAtTheSecond(
      ConsumerRecord<byte[], byte[]> record) {
    if (Numbers.number(record) == 1) {
      stuck.countDown();
      await(wakeUp);
    }
    return numbers.copy(record);
  }

  private Pipeline.Builder impatient(String node) {
    return numbers
        .pipeline(node)
        .consumerProperty("max.poll.interval.ms", "6000")
        .consumerProperty("session.timeout.ms", "6000");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
