package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.DebeziumReader;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.WorkSettings.DeadLetters;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One runner on a real broker and a real database. */
@ExtendWith(PostgresExtension.class)
class KafkaConsumerIT {
  private final Topic topic = new Topic(KafkaCluster.shared(), 3);
  private final Board board;

  KafkaConsumerIT(PostgresDatabase database) {
    this.board = new Board(database);
  }

  @AfterEach
  void close() {
    topic.close();
    board.close();
  }

  private KafkaConsumerSettings settings() {
    return KafkaConsumerSettings.of(topic.client(), topic.name);
  }

  private KafkaConsumerRunner.Builder runner(ConsumerSettings consumer, MessageHandler handler) {
    return KafkaConsumerRunner.builder(board.inbox, consumer, handler).settings(settings());
  }

  private static KafkaConsumerRunner started(KafkaConsumerRunner.Builder builder) {
    KafkaConsumerRunner runner = builder.build();
    runner.start();
    return runner;
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void everyRecordIsAppliedOnceInTheOrderOfItsKeyAndThenItsOffsetIsCommitted(String protocol) {
    topic.sendAll(20, 50);
    Map<String, Object> client = topic.client();
    client.put("group.protocol", protocol);
    if (protocol.equals("consumer")) {
      client.remove("session.timeout.ms");
      client.remove("heartbeat.interval.ms");
    }
    KafkaConsumerRunner.Builder builder =
        runner(Board.CONSUMER, Board::put)
            .settings(KafkaConsumerSettings.of(client, topic.name).consumers(2));
    try (KafkaConsumerRunner runner = started(builder)) {
      Eventually.holds("all offsets are committed", () -> topic.passed() == 1_000);
      Eventually.holds(
          "each partition is somebody's", () -> runner.status().partitions().size() == 3);
      assertThat(runner.status().members()).isEqualTo(2);
      Eventually.holds("no lag is left", () -> runner.status().lag() == 0);
      assertThat(runner.status().inHand()).isZero();
    }
    board.assertAllInOrder(20, 50);
  }

  @Test
  void redeliveryOfEverythingAppliesNothingTwice() {
    topic.sendAll(10, 30);
    try (KafkaConsumerRunner runner = started(runner(Board.CONSUMER, Board::put))) {
      Eventually.holds("all are applied", () -> board.applied() == 300);
    }
    assertThat(topic.passed()).isEqualTo(300);
    topic.rewind();
    try (KafkaConsumerRunner again = started(runner(Board.CONSUMER, Board::put))) {
      Eventually.holds("all are passed again", () -> topic.passed() == 300);
    }
    board.assertAllInOrder(10, 30);
  }

  @Test
  void aRecordThatFailsHoldsBackItsOwnKeyOnlyAndIsThenADeadLetter() {
    MessageHandler poisoned =
        (message, effect) -> {
          Board.put(message, effect);
          if (message.id().id().equals("key-3-5")) {
            throw new IllegalStateException("poison");
          }
        };
    topic.sendAll(10, 20);
    List<KafkaConsumerChange> changes = Collections.synchronizedList(new ArrayList<>());
    try (KafkaConsumerRunner runner =
        started(runner(Board.CONSUMER, poisoned).listener(changes::add))) {
      Eventually.holds("all are passed", () -> topic.passed() == 200);
    }
    assertThat(board.applied()).isEqualTo(199);
    assertThat(board.appliedTwice()).isZero();
    List<Long> withoutIt = new ArrayList<>();
    for (long number = 0; number < 20; number++) {
      withoutIt.add(number);
    }
    withoutIt.remove(5L);
    assertThat(board.numbersOf("key-3")).isEqualTo(withoutIt);
    List<KeptMessage> dead = board.inbox.records().list("board", MessageState.DEAD, 10);
    assertThat(dead).extracting(kept -> kept.message().id().id()).containsExactly("key-3-5");
    assertThat(dead.get(0).reason()).contains("3 attempts").contains("poison");
    assertThat(changes).filteredOn(change -> change instanceof KafkaConsumerChange.Held).hasSize(2);
    assertThat(changes).filteredOn(change -> change instanceof KafkaConsumerChange.Dead).hasSize(1);
  }

  @Test
  void aFailureThatPassesKeepsTheOrderOfItsKeyAndNothingIsPutAside() {
    Map<String, Integer> tries = new ConcurrentHashMap<>();
    MessageHandler flaky =
        (message, effect) -> {
          Board.put(message, effect);
          String id = message.id().id();
          if (id.endsWith("7") && tries.merge(id, 1, Integer::sum) < 3) {
            throw new IllegalStateException("not yet");
          }
        };
    topic.sendAll(12, 30);
    ConsumerSettings patient = Board.CONSUMER.working(Board.QUICK.attempts(10));
    try (KafkaConsumerRunner runner = started(runner(patient, flaky))) {
      Eventually.holds("all are passed", () -> topic.passed() == 360);
    }
    board.assertAllInOrder(12, 30);
    assertThat(board.inbox.records().counts("board")).isEmpty();
  }

  @Test
  void aRecordThatDoesNotSayWhichMessageItIsBlocksNothingAndIsKept() {
    topic.send("key-0", Map.of(), "lost?");
    topic.sendAll(1, 10);
    try (KafkaConsumerRunner runner = started(runner(Board.CONSUMER, Board::put))) {
      Eventually.holds("all are passed", () -> topic.passed() == 11);
    }
    board.assertAllInOrder(1, 10);
    KeptMessage dead = board.inbox.records().list("board", MessageState.DEAD, 10).get(0);
    assertThat(dead.message().id().source()).isEqualTo(topic.name);
    assertThat(dead.message().id().id()).startsWith(topic.name + "-").endsWith("-0");
    assertThat(Objects.requireNonNull(dead.message().payload())).asString().isEqualTo("lost?");
    assertThat(dead.reason()).contains("specversion");
  }

  @Test
  void aKnownIdWithAnotherPayloadIsParkedForAnOperatorAndAppliesNothing() {
    topic.send("key-0", Topic.event("same"), "1");
    topic.send("key-0", Topic.event("same"), "2");
    topic.send("key-0", Topic.event("other"), "3");
    topic.flush();
    try (KafkaConsumerRunner runner = started(runner(Board.CONSUMER, Board::put))) {
      Eventually.holds("all are passed", () -> topic.passed() == 3);
    }
    assertThat(board.numbersOf("key-0")).containsExactly(1L, 3L);
    assertThat(board.inbox.records().violations("board", 10)).hasSize(1);
  }

  @Test
  void versionsThatComeInTheWrongOrderAreAppliedInTheRightOne() {
    for (long version : new long[] {1, 4, 3, 2, 2, 6, 5}) {
      topic.send("key-0", Topic.versioned("v-" + version, version), Long.toString(version));
    }
    topic.flush();
    ConsumerSettings guarded = Board.CONSUMER.inOrder(VersionGuard.parking());
    try (KafkaConsumerRunner runner = started(runner(guarded, Board::put))) {
      Eventually.holds("all are passed", () -> topic.passed() == 7);
      Eventually.holds("all are applied", () -> board.applied() == 6);
    }
    assertThat(board.numbersOf("key-0")).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void aGapThatIsOnlyReportedDoesNotHoldBackWhatFillsIt() {
    for (long version : new long[] {1, 3, 2}) {
      topic.send("key-0", Topic.versioned("v-" + version, version), Long.toString(version));
    }
    topic.flush();
    ConsumerSettings guarded = Board.CONSUMER.inOrder(VersionGuard.reporting());
    try (KafkaConsumerRunner runner = started(runner(guarded, Board::put))) {
      Eventually.holds("all are passed", () -> topic.passed() == 3);
    }
    assertThat(board.numbersOf("key-0")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aTombstoneIsAMessageLikeAnyOther() {
    topic.send("key-0", Topic.event("made"), "1");
    topic.send("key-0", Topic.event("gone"), null);
    topic.send("key-0", Topic.event("gone"), null);
    topic.flush();
    try (KafkaConsumerRunner runner = started(runner(Board.CONSUMER, Board::put))) {
      Eventually.holds("all are passed", () -> topic.passed() == 3);
    }
    assertThat(board.numbersOf("key-0")).containsExactly(1L, -1L);
  }

  @Test
  void recordsWithoutAKeyKeepTheOrderOfTheirPartitionThoughOneFails() {
    try (Topic single = new Topic(KafkaCluster.shared(), 1)) {
      Map<String, Integer> tries = new ConcurrentHashMap<>();
      MessageHandler flaky =
          (message, effect) -> {
            Board.put(message, effect);
            if (message.id().id().equals("n-4") && tries.merge("n-4", 1, Integer::sum) < 3) {
              throw new IllegalStateException("not yet");
            }
          };
      for (int number = 0; number < 20; number++) {
        single.send(null, Topic.event("n-" + number), Integer.toString(number));
      }
      single.flush();
      ConsumerSettings patient = Board.CONSUMER.working(Board.QUICK.attempts(10));
      KafkaConsumerRunner.Builder builder =
          runner(patient, flaky).settings(KafkaConsumerSettings.of(single.client(), single.name));
      try (KafkaConsumerRunner runner = started(builder)) {
        Eventually.holds("all are passed", () -> single.passed() == 20);
      }
      assertThat(board.numbersOf(single.name + "-0")).isSorted().hasSize(20);
    }
  }

  @Test
  void storedRecordsAreKeptBeforeTheirOffsetsAndWorkedOffInOrderBehindADeadLetter() {
    MessageHandler poisoned =
        (message, effect) -> {
          Board.put(message, effect);
          if (message.id().id().equals("key-2-3")) {
            throw new IllegalStateException("poison");
          }
        };
    topic.sendAll(5, 10);
    ConsumerSettings holding = Board.CONSUMER.working(Board.QUICK.deadLetters(DeadLetters.HOLD));
    try (KafkaConsumerRunner runner =
        started(runner(holding, poisoned).settings(settings().stored().workers(2)))) {
      Eventually.holds("all are passed", () -> topic.passed() == 50);
      Eventually.holds("others are applied", () -> board.applied() == 43);
      Eventually.holds(
          "it is dead",
          () -> board.inbox.records().list("board", MessageState.DEAD, 10).size() == 1);
    }
    assertThat(board.numbersOf("key-2")).containsExactly(0L, 1L, 2L);
    assertThat(board.numbersOf("key-1")).isSorted().hasSize(10);
  }

  @Test
  void whatDebeziumsRouterSendsIsReadByItsOwnReader() {
    topic.send("key-0", Map.of("id", "\"e-1\""), "1");
    topic.send("key-0", Map.of("id", "e-1"), "1");
    topic.flush();
    try (KafkaConsumerRunner runner =
        started(runner(Board.CONSUMER, Board::put).reader(DebeziumReader.standard()))) {
      Eventually.holds("all are passed", () -> topic.passed() == 2);
    }
    assertThat(board.numbersOf("key-0")).containsExactly(1L);
  }

  @Test
  void aListenerThatFailsDoesNoHarm() {
    topic.sendAll(1, 5);
    KafkaConsumerListener broken =
        change -> {
          throw new IllegalStateException("broken");
        };
    try (KafkaConsumerRunner runner =
        started(runner(Board.CONSUMER, Board::put).listener(broken))) {
      Eventually.holds("all are passed", () -> topic.passed() == 5);
    }
    board.assertAllInOrder(1, 5);
  }
}
