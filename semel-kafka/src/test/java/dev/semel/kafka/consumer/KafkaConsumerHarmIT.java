package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.InterruptedAttemptException;
import dev.semel.inbox.MessageHandler;
import dev.semel.testing.contract.Callers;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What handlers, listeners and clients do to the threads that call them. */
@ExtendWith(PostgresExtension.class)
class KafkaConsumerHarmIT {
  private final Topic topic = new Topic(KafkaCluster.shared(), 1);
  private final AtomicBoolean harmed = new AtomicBoolean();
  private final Board board;

  KafkaConsumerHarmIT(PostgresDatabase database) {
    this.board = new Board(database);
  }

  @AfterEach
  void close() {
    topic.close();
    board.close();
  }

  private KafkaConsumerRunner.Builder runner(MessageHandler handler) {
    return KafkaConsumerRunner.builder(board.inbox, Board.CONSUMER, handler)
        .settings(KafkaConsumerSettings.of(topic.client(), topic.name).lanes(1));
  }

  private void runUntilAllArePassed(KafkaConsumerRunner runner, int count) {
    try (runner) {
      runner.start();
      Eventually.holds("all are passed", () -> topic.passed() == count);
    }
  }

  @Test
  void aHandlerThatLeavesItsThreadInterruptedStopsNoKey() {
    MessageHandler interrupting =
        (message, effect) -> {
          Board.put(message, effect);
          if (harmed.compareAndSet(false, true)) {
            Thread.currentThread().interrupt();
          }
        };
    topic.sendAll(1, 1);
    try (KafkaConsumerRunner runner = runner(interrupting).build()) {
      runner.start();
      Eventually.holds("the first is passed", () -> topic.passed() == 1);
      topic.sendRange(1, 1, 20);
      Eventually.holds("all are passed", () -> topic.passed() == 20);
    }
    board.assertAllInOrder(1, 20);
  }

  @Test
  void aListenerThatBreaksATrialStopsNoKey() {
    MessageHandler failingOnce =
        (message, effect) -> {
          Board.put(message, effect);
          if (harmed.compareAndSet(false, true)) {
            throw new IllegalStateException("once");
          }
        };
    KafkaConsumerListener broken =
        change -> {
          if (change instanceof KafkaConsumerChange.Held) {
            throw new OutOfMemoryError("as it says");
          }
        };
    topic.sendAll(1, 1);
    try (KafkaConsumerRunner runner = runner(failingOnce).listener(broken).build()) {
      runner.start();
      Eventually.holds("the first has failed", harmed::get);
      topic.sendRange(1, 1, 20);
      Eventually.holds("all are passed", () -> topic.passed() == 20);
    }
    board.assertAllInOrder(1, 20);
  }

  @Test
  void anAttemptThatIsInterruptedAtTheEndIsNoOutage() throws InterruptedException {
    AtomicReference<Thread> lane = new AtomicReference<>();
    List<KafkaConsumerChange> changes = new CopyOnWriteArrayList<>();
    MessageHandler endless =
        (message, effect) -> {
          lane.set(Thread.currentThread());
          awaitInterrupt();
        };
    topic.sendAll(1, 1);
    try (KafkaConsumerRunner runner = runner(endless).listener(changes::add).build()) {
      runner.start();
      Eventually.holds("it is at work", () -> lane.get() != null);
      runner.stop(Duration.ZERO);
      Objects.requireNonNull(lane.get()).join();
      assertThat(runner.status().storeAway()).isNull();
    }
    assertThat(changes).noneMatch(change -> change instanceof KafkaConsumerChange.StoreUnavailable);
  }

  @Test
  void aHandlerMayStopTheRunnerThatSomebodyIsStopping() {
    CountDownLatch awaited = new CountDownLatch(1);
    AtomicReference<KafkaConsumerRunner> running = new AtomicReference<>();
    MessageHandler stopping =
        (message, effect) -> {
          harmed.set(true);
          await(awaited);
          Objects.requireNonNull(running.get()).stop(Duration.ZERO);
          Board.put(message, effect);
        };
    topic.sendAll(1, 1);
    try (KafkaConsumerRunner runner = runner(stopping).build()) {
      running.set(runner);
      runner.start();
      Eventually.holds("it is at work", harmed::get);
      var stop = Callers.start(() -> runner.stop(Duration.ofSeconds(20)));
      Eventually.holds(
          "it is waited for", () -> stop.thread().getState() == Thread.State.TIMED_WAITING);
      awaited.countDown();
      assertThat(stop.result()).isTrue();
    }
    assertThat(topic.passed()).isEqualTo(1);
    board.assertAllInOrder(1, 1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedAttemptException("interrupted while it waited", e);
    }
  }

  private static void awaitInterrupt() {
    await(new CountDownLatch(1));
  }

  /** Kafka's own, of which the first records that come cannot be taken in. */
  private final class Broken extends KafkaConsumer<byte[], byte[]> {
    Broken(Map<String, Object> properties) {
      super(properties);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      ConsumerRecords<byte[], byte[]> polled = super.poll(timeout);
      return !polled.isEmpty() && harmed.compareAndSet(false, true) ? broken(polled) : polled;
    }

    private ConsumerRecords<byte[], byte[]> broken(ConsumerRecords<byte[], byte[]> polled) {
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
      for (TopicPartition partition : polled.partitions()) {
        List<ConsumerRecord<byte[], byte[]>> some = new ArrayList<>(polled.records(partition));
        some.set(0, null);
        records.put(partition, some);
      }
      return new ConsumerRecords<>(records, polled.nextOffsets());
    }
  }

  @Test
  void whatCannotBeTakenInEndsTheMemberAndIsNotPassed() {
    topic.sendAll(1, 20);
    try (KafkaConsumerRunner runner = runner(Board::put).clients(Broken::new).build()) {
      runner.start();
      Eventually.holds("it has ended", () -> harmed.get() && runner.status().members() == 0);
    }
    runUntilAllArePassed(runner(Board::put).build(), 20);
    board.assertAllInOrder(1, 20);
  }
}
