package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.RetryPolicy;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.relay.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The database or the broker goes away in the middle and comes back. */
@ExtendWith(PostgresExtension.class)
class KafkaConsumerOutageIT {
  private static final int KEYS = 10;

  @Test
  void aDatabaseThatCrashesPausesEverythingAndPutsNothingAside() {
    ConsumerSettings impatient =
        Board.CONSUMER
            .retrying(RetryPolicy.standard().within(Duration.ofMillis(200)))
            .working(Board.QUICK.attempts(2));
    List<KafkaConsumerChange> changes = new CopyOnWriteArrayList<>();
    try (OwnPostgresServer server = PostgresServer.durable();
        Topic topic = new Topic(KafkaCluster.shared(), 3);
        Board board = new Board(server.newDatabase("outage"));
        KafkaConsumerRunner runner =
            KafkaConsumerRunner.builder(board.inbox, impatient, Board::put)
                .settings(KafkaConsumerSettings.of(topic.client(), topic.name))
                .listener(changes::add)
                .build()) {
      topic.sendRange(KEYS, 0, 50);
      runner.start();
      Eventually.holds("some are applied", () -> board.applied() > 0);
      board.pool.getHikariConfigMXBean().setConnectionTimeout(250);
      server.crash();
      topic.sendRange(KEYS, 50, 100);
      Eventually.holds("it is noticed", () -> runner.status().storeAway() != null);
      Eventually.holds(
          "everything is paused",
          () ->
              runner.status().partitions().stream()
                  .allMatch(KafkaConsumerStatus.Partition::paused));
      server.restart();
      Eventually.holds("all are passed", () -> topic.passed() == KEYS * 100L);
      assertThat(runner.status().storeAway()).isNull();
      board.assertAllInOrder(KEYS, 100);
      assertThat(board.inbox.records().counts("board")).isEmpty();
    }
    assertThat(changes)
        .anyMatch(change -> change instanceof KafkaConsumerChange.StoreUnavailable)
        .anyMatch(change -> change instanceof KafkaConsumerChange.StoreAvailable)
        .noneMatch(change -> change instanceof KafkaConsumerChange.Dead);
  }

  @Test
  void aBrokerThatIsRestartedLosesAndRepeatsNothing(PostgresDatabase database) {
    try (KafkaCluster cluster = KafkaCluster.start();
        Topic topic = new Topic(cluster, 3);
        Board board = new Board(database);
        KafkaConsumerRunner runner =
            KafkaConsumerRunner.builder(board.inbox, Board.CONSUMER, Board::put)
                .settings(KafkaConsumerSettings.of(topic.client(), topic.name))
                .build()) {
      topic.sendRange(KEYS, 0, 50);
      runner.start();
      Eventually.holds("some are applied", () -> board.applied() > 50);
      cluster.stopBroker(0);
      cluster.startBroker(0);
      topic.sendRange(KEYS, 50, 100);
      Eventually.holds("all are passed", () -> topic.passed() == KEYS * 100L);
      board.assertAllInOrder(KEYS, 100);
    }
  }
}
