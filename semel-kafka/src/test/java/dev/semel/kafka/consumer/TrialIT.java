package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.RetryPolicy;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.MessageHandler;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What counts against a record, and what stops all of them. */
@ExtendWith(PostgresExtension.class)
class TrialIT {
  private static final KafkaConsumerSettings SETTINGS =
      KafkaConsumerSettings.of(Map.of("bootstrap.servers", "localhost:1", "group.id", "g"), "cases")
          .lanes(1);

  private final PartitionHand partition = new PartitionHand(new TopicPartition("cases", 0));
  private final List<KafkaConsumerChange> changes = new ArrayList<>();
  private final Outage outage = new Outage();
  private final PostgresDatabase database;
  private final Board board;
  private long nextOffset;
  private boolean heardInterrupted;
  private boolean leavesInterrupt;
  private boolean away;

  TrialIT(PostgresDatabase database) {
    this.database = database;
    this.board = new Board(database);
  }

  @AfterEach
  void close() {
    database.execute("DROP TRIGGER IF EXISTS no_dead_letters ON semel.inbox_message");
    board.close();
  }

  private Trial trial(MessageHandler handler) {
    return trial(board.inbox, Board.CONSUMER, handler);
  }

  private Trial trial(Inbox inbox, ConsumerSettings consumer, MessageHandler handler) {
    KafkaInbox records = KafkaInbox.of(inbox, consumer, handler, KafkaMessages.cloudEvents());
    ConsumerNotifier notifier = new ConsumerNotifier("board", List.of(this::hear));
    return new Trial(inbox, records, false, outage, notifier);
  }

  private void hear(KafkaConsumerChange change) {
    changes.add(change);
    heardInterrupted |= Thread.currentThread().isInterrupted();
    if (leavesInterrupt) {
      Thread.currentThread().interrupt();
    }
  }

  private Entry event(String id) {
    return entry(id, Topic.event(id));
  }

  private Entry entry(String key, Map<String, String> headers) {
    return partition.add(record(key, headers));
  }

  private ConsumerRecord<byte[], byte[]> record(String key, Map<String, String> headers) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("cases", 0, nextOffset++, bytes(key), bytes("1"));
    headers.forEach((name, text) -> record.headers().add(name, bytes(text)));
    return record;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isAloneNext(Verdict verdict) {
    return verdict instanceof Verdict.Again again && again.alone();
  }

  /** As a database does that cannot take what it is given. */
  private void refuseDeadLetters() {
    database.execute(
        """
        CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'not this one' USING ERRCODE = 'data_exception'; END $$;
        CREATE TRIGGER no_dead_letters BEFORE INSERT ON semel.inbox_message
          FOR EACH ROW EXECUTE FUNCTION refuse();
        """);
  }

  @Test
  void aRecordOfAnEmptyKeyThatDoesNotSayWhichItIsIsADeadLetterAtOnce() {
    List<Verdict> verdicts = trial(Board::put).run(List.of(event("a"), entry("", Map.of())));
    assertThat(verdicts).allMatch(verdict -> verdict instanceof Verdict.Pass);
    assertThat(board.numbersOf("a")).hasSize(1);
    assertThat(deadLetters()).isEqualTo(1);
  }

  private long deadLetters() {
    return database.queryLong("SELECT count(*) FROM semel.inbox_message WHERE state = 'DEAD'");
  }

  @Test
  void whatFailsABatchAsAWholeCountsAgainstNoneOfIt() {
    refuseDeadLetters();
    List<Verdict> verdicts = trial(Board::put).run(List.of(event("a"), entry("", Map.of())));
    assertThat(verdicts).hasSize(2).allMatch(TrialIT::isAloneNext);
    assertThat(changes).isEmpty();
  }

  @Test
  void aRecordThatCannotBePutAsideStopsNoOther() {
    refuseDeadLetters();
    Trial trial = trial(Board::put);
    Entry unknown = entry("", Map.of());
    for (int i = 0; i < 2 * Board.QUICK.maxAttempts(); i++) {
      assertThat(trial.run(List.of(unknown))).allMatch(TrialIT::isAloneNext);
    }
    assertThat(changes).hasSize(Board.QUICK.maxAttempts() - 1);
    assertThat(outage.reason()).isNull();
  }

  /** A client that was interrupted, or that says so of its own, in the words of the store. */
  private static void failInterrupted() throws SQLException {
    throw new SQLException("gave up", "08006", new InterruptedException());
  }

  @Test
  void aRecordWhoseHandlerIsInterruptedEveryTimeIsADeadLetterAndNoOutage() {
    Trial trial = trial((message, effect) -> failInterrupted());
    Entry harmful = event("a");
    assertThat(trial.run(List.of(harmful, event("b")))).allMatch(TrialIT::isAloneNext);
    assertThat(changes).as("counted before it was alone").isEmpty();
    for (int i = 1; i < Board.QUICK.maxAttempts(); i++) {
      assertThat(trial.run(List.of(harmful))).allMatch(TrialIT::isAloneNext);
    }
    assertThat(trial.run(List.of(harmful))).allMatch(verdict -> verdict instanceof Verdict.Pass);
    assertThat(outage.reason()).isNull();
    assertThat(deadLetters()).isEqualTo(1);
    assertThat(heardInterrupted).as("what asks the database next would be interrupted").isFalse();
  }

  @Test
  void aRecordThatUsesUpItsRetriesIsADeadLetterIfTheDatabaseAnswers() {
    Trial trial =
        trial(
            board.inbox,
            Board.CONSUMER.retrying(RetryPolicy.never()),
            (message, effect) -> {
              throw new SQLException("could not serialize access", "40001");
            });
    List<Entry> harmful = List.of(event("a"));
    for (int i = 1; i < Board.QUICK.maxAttempts(); i++) {
      assertThat(trial.run(harmful)).allMatch(TrialIT::isAloneNext);
      assertThat(outage.reason()).isNull();
    }
    assertThat(trial.run(harmful)).containsExactly(new Verdict.Pass());
    assertThat(outage.reason()).isNull();
    assertThat(deadLetters()).isEqualTo(1);
    assertThat(changes)
        .last()
        .isInstanceOfSatisfying(
            KafkaConsumerChange.Dead.class,
            dead -> assertThat(dead.reason()).isEqualTo("RetriesExhaustedException"));
  }

  @Test
  void anInterruptThatAListenerLeavesMeetsNoOtherRecord() throws InterruptedException {
    leavesInterrupt = true;
    Map<String, Boolean> interrupted = new HashMap<>();
    Trial trial =
        trial(
            (message, effect) -> {
              interrupted.put(message.id().id(), Thread.currentThread().isInterrupted());
              throw new IllegalStateException("always");
            });
    Hand hand = new Hand(SETTINGS, 1, outage);
    List<ConsumerRecord<byte[], byte[]>> polled =
        List.of(record("a", Topic.event("a")), record("b", Topic.event("b")));
    hand.add(new ConsumerRecords<>(Map.of(partition.partition(), polled), Map.of()));
    hand.finish();
    Thread thread = new LaneThread("lane", hand, hand.lanes().get(0), trial, () -> {});
    thread.start();
    thread.join();
    assertThat(interrupted).isEqualTo(Map.of("a", false, "b", false));
  }

  /** The pool, until the database is away. */
  private DataSource poolUnlessAway() {
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (away) {
                throw new SQLException("away", "08001");
              }
              return method.invoke(board.pool, arguments);
            });
  }

  @Test
  void whatCannotBePutAsideInAnOutageIsTriedAsSoonAsThatIsOver() {
    Trial trial =
        trial(
            Board.inboxOn(poolUnlessAway()),
            Board.CONSUMER.working(
                Board.QUICK.attempts(1).backoff(Duration.ofHours(1), Duration.ofHours(1))),
            (message, effect) -> {
              away = changes.isEmpty();
              throw new IllegalStateException("always");
            });
    List<Entry> harmful = List.of(event("a"));
    assertThat(trial.run(harmful)).containsExactly(new Verdict.Again(Duration.ZERO, true));
    assertThat(outage.reason()).isNotNull();
    away = false;
    assertThat(trial.run(harmful)).containsExactly(new Verdict.Pass());
    assertThat(outage.reason()).as("the dead letter was taken").isNull();
    assertThat(deadLetters()).isEqualTo(1);
  }
}
