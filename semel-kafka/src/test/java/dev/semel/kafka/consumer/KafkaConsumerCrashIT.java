package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Applied, and the broker does not know: none lost, none twice, whoever comes next. */
@ExtendWith(PostgresExtension.class)
class KafkaConsumerCrashIT {
  private static final int KEYS = 20;
  private static final Duration NEVER_IN_THIS_TEST = Duration.ofMinutes(1);

  private final Topic topic = new Topic(KafkaCluster.shared(), 4);
  private final Board board;

  KafkaConsumerCrashIT(PostgresDatabase database) {
    this.board = new Board(database);
  }

  @AfterEach
  void close() {
    topic.close();
    board.close();
  }

  private KafkaConsumerRunner.Builder runner() {
    return KafkaConsumerRunner.builder(board.inbox, Board.CONSUMER, Board::put)
        .settings(KafkaConsumerSettings.of(topic.client(), topic.name));
  }

  private void assertTheNextRunnerAppliesTheRest(int perKey) {
    try (KafkaConsumerRunner next = runner().build()) {
      next.start();
      Eventually.holds("all are passed", () -> topic.passed() == (long) KEYS * perKey);
    }
    board.assertAllInOrder(KEYS, perKey);
  }

  /** A consumer whose commits never reach the broker. */
  private static Consumer<byte[], byte[]> withoutCommits(Map<String, Object> properties) {
    return new KafkaConsumer<>(properties) {
      @Override
      public void commitAsync(
          Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
        if (callback != null) {
          callback.onComplete(offsets, new RetriableCommitFailedException("cut"));
        }
      }

      @Override
      public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        throw new RetriableCommitFailedException("cut");
      }
    };
  }

  @Test
  void offsetsThatCannotBeCommittedLoseNothingAndRepeatNothing() {
    List<KafkaConsumerChange> changes = new CopyOnWriteArrayList<>();
    topic.sendAll(KEYS, 20);
    try (KafkaConsumerRunner cut =
        runner().clients(KafkaConsumerCrashIT::withoutCommits).listener(changes::add).build()) {
      cut.start();
      Eventually.holds("all are applied", () -> board.applied() == KEYS * 20L);
    }
    assertThat(topic.committed()).isEmpty();
    assertThat(changes)
        .filteredOn(change -> change instanceof KafkaConsumerChange.OffsetsNotCommitted)
        .as("one line per change of state")
        .hasSize(1);
    topic.sendRange(KEYS, 20, 30);
    assertTheNextRunnerAppliesTheRest(30);
  }

  @Test
  void aRunnerKilledAfterItsCommitInTheDatabaseAndBeforeItsOffsetsLosesAndRepeatsNothing()
      throws IOException, InterruptedException {
    topic.sendAll(KEYS, 100);
    try (ChildRunner child = ChildRunner.start(board, topic, NEVER_IN_THIS_TEST)) {
      Eventually.holds("some are applied", () -> board.applied() > 200);
      child.kill();
    }
    assertThat(topic.committed()).isEmpty();
    assertTheNextRunnerAppliesTheRest(100);
  }
}
