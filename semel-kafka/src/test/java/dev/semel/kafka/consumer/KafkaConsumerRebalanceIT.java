package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.MessageHandler;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Members come, go, die, and take their time. */
@ExtendWith(PostgresExtension.class)
class KafkaConsumerRebalanceIT {
  private static final int KEYS = 60;

  private final Topic topic = new Topic(KafkaCluster.shared(), 6);
  private final Board board;

  KafkaConsumerRebalanceIT(PostgresDatabase database) {
    this.board = new Board(database);
  }

  @AfterEach
  void close() {
    topic.close();
    board.close();
  }

  private KafkaConsumerRunner started(KafkaConsumerSettings settings, MessageHandler handler) {
    KafkaConsumerRunner runner =
        KafkaConsumerRunner.builder(board.inbox, Board.CONSUMER, handler)
            .settings(settings)
            .build();
    runner.start();
    return runner;
  }

  private KafkaConsumerSettings settings() {
    return KafkaConsumerSettings.of(topic.client(), topic.name);
  }

  private void awaitApplied(long count) {
    Eventually.holds(count + " are applied", () -> board.applied() >= count);
  }

  @Test
  @Tag("thorough")
  void whileMembersComeAndGoAndDieEachEventIsAppliedOnceAndInOrder()
      throws IOException, InterruptedException {
    topic.sendRange(KEYS, 0, 20);
    try (KafkaConsumerRunner one = started(settings(), Board::put);
        KafkaConsumerRunner two = started(settings(), Board::put)) {
      awaitApplied(300);
      try (ChildRunner three = ChildRunner.start(board, topic, Duration.ofMillis(200))) {
        topic.sendRange(KEYS, 20, 40);
        Eventually.holds("three members", () -> topic.members() == 3);
        topic.sendRange(KEYS, 40, 60);
        awaitApplied(40 * KEYS);
        one.close();
        topic.sendRange(KEYS, 60, 80);
        awaitApplied(70 * KEYS);
        topic.sendRange(KEYS, 80, 100);
        three.kill();
      }
      Eventually.holds("all are passed", () -> topic.passed() == 100L * KEYS);
      Eventually.holds("the last has all of them", () -> two.status().partitions().size() == 6);
    }
    board.assertAllInOrder(KEYS, 100);
  }

  @Test
  @Tag("thorough")
  void aHandlerSlowerThanTheLongestPollIntervalStaysInTheGroupAndRunsOnce() {
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    MessageHandler slow = slow(runs, goOn);
    Map<String, Object> client = topic.client();
    client.put("max.poll.interval.ms", "15000");
    client.remove("session.timeout.ms");
    KafkaConsumerSettings impatient = KafkaConsumerSettings.of(client, topic.name);
    topic.sendAll(1, 1);
    List<KafkaConsumerChange> changes = new CopyOnWriteArrayList<>();
    try (KafkaConsumerRunner runner =
        KafkaConsumerRunner.builder(board.inbox, Board.CONSUMER, slow)
            .settings(impatient)
            .listener(changes::add)
            .build()) {
      runner.start();
      Eventually.holds("it is at work", () -> runs.get() == 1);
      long startNanos = System.nanoTime();
      Eventually.holds(
          "it has taken longer than the interval",
          () -> System.nanoTime() - startNanos > Duration.ofSeconds(17).toNanos());
      assertThat(topic.members()).isEqualTo(1);
      goOn.countDown();
      Eventually.holds("it is passed", () -> topic.passed() == 1);
      assertThat(changes)
          .noneMatch(change -> change instanceof KafkaConsumerChange.Lost)
          .noneMatch(change -> change instanceof KafkaConsumerChange.Revoked);
    }
    assertThat(runs).hasValue(1);
    board.assertAllInOrder(1, 1);
  }

  @Test
  void consumerKeepsPollingWhileAHandlerRuns() {
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    MessageHandler slow = slow(runs, goOn);
    topic.sendAll(1, 1);
    try (KafkaConsumerRunner runner = started(settings(), slow)) {
      Eventually.holds("the handler runs", () -> runs.get() == 1);
      topic.sendRange(1, 1, 4);
      Eventually.holds("later records are fetched", () -> inHand(runner) == 4);
      goOn.countDown();
      Eventually.holds("all are passed", () -> topic.passed() == 4);
    }
    board.assertAllInOrder(1, 4);
  }

  private static int inHand(KafkaConsumerRunner runner) {
    return runner.status().partitions().stream()
        .mapToInt(KafkaConsumerStatus.Partition::inHand)
        .sum();
  }

  @Test
  void workThatOutlivesTheRevocationWaitIsNeitherLostNorAppliedTwice() {
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    MessageHandler slow = slow(runs, goOn);
    List<KafkaConsumerChange> changes = new CopyOnWriteArrayList<>();
    topic.sendAll(KEYS, 3);
    try (KafkaConsumerRunner slowOne =
        KafkaConsumerRunner.builder(board.inbox, Board.CONSUMER, slow)
            .settings(settings().revocationWait(Duration.ofMillis(1)))
            .listener(changes::add)
            .build()) {
      slowOne.start();
      Eventually.holds("every lane is at work", () -> runs.get() == settings().lanes());
      try (KafkaConsumerRunner quickOne = started(settings(), Board::put)) {
        Eventually.holds(
            "partitions are taken while records are at work",
            () -> changes.stream().anyMatch(KafkaConsumerRebalanceIT::hasAbandoned));
        Eventually.holds("the other has them", () -> !quickOne.status().partitions().isEmpty());
        goOn.countDown();
        Eventually.holds("all are passed", () -> topic.passed() == 3L * KEYS);
      }
    }
    board.assertAllInOrder(KEYS, 3);
  }

  private static boolean hasAbandoned(KafkaConsumerChange change) {
    return change instanceof KafkaConsumerChange.Revoked revoked && revoked.abandoned() > 0;
  }

  @Test
  void whatIsInHandIsBoundedByPausingAndGoesOnWhenThereIsRoom() {
    CountDownLatch goOn = new CountDownLatch(1);
    MessageHandler waiting =
        (message, effect) -> {
          awaitQuietly(goOn);
          Board.put(message, effect);
        };
    Map<String, Object> client = topic.client();
    client.put("max.poll.records", "10");
    topic.sendAll(KEYS, 20);
    KafkaConsumerSettings small =
        KafkaConsumerSettings.of(client, topic.name)
            .limits(new KafkaConsumerSettings.Limits(10, 1_000, 1 << 20));
    try (KafkaConsumerRunner runner = started(small, waiting)) {
      Eventually.holds(
          "all partitions are paused",
          () ->
              runner.status().partitions().size() == 6
                  && runner.status().partitions().stream()
                      .allMatch(KafkaConsumerStatus.Partition::paused));
      assertThat(runner.status().partitions())
          .allSatisfy(partition -> assertThat(partition.inHand()).isBetween(10, 19));
      goOn.countDown();
      Eventually.holds("all are passed", () -> topic.passed() == 20L * KEYS);
    }
    board.assertAllInOrder(KEYS, 20);
  }

  @Test
  void aStopAppliesWhatIsInHandAndCommitsItsOffsets() {
    topic.sendAll(KEYS, 20);
    KafkaConsumerSettings rarely = settings().commitInterval(Duration.ofMinutes(1));
    KafkaConsumerRunner runner = started(rarely, Board::put);
    awaitApplied(100);
    assertThat(runner.stop(Duration.ofSeconds(30))).isTrue();
    assertThat(runner.status().members()).isZero();
    assertThat(topic.passed()).isEqualTo(board.applied());
  }

  private static MessageHandler slow(AtomicInteger runs, CountDownLatch goOn) {
    return (message, effect) -> {
      runs.incrementAndGet();
      awaitQuietly(goOn);
      Board.put(message, effect);
    };
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
