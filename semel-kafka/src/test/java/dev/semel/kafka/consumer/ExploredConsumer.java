package dev.semel.kafka.consumer;

import dev.semel.inbox.Inbox;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.StepBrokenException;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.relay.Eventually;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A runner that consumes until the group has passed all records, and tells of its steps. An attempt
 * that meets another, or comes when all is done, brings another copy of the record, as a sender
 * does that was not answered.
 */
final class ExploredConsumer implements CrashHandler {
  static final String RECEIVE = "receive records";
  static final String ACKNOWLEDGE = "commit offsets";

  private static final Duration AT_ONCE = Duration.ofMillis(1);

  private final Consumer<String> sender;
  private final Set<String> underWayOrDone = ConcurrentHashMap.newKeySet();
  private final Map<DataSource, Inbox> inboxes = new ConcurrentHashMap<>();
  private final Set<Integer> running = new HashSet<>();
  private @Nullable Map<String, Object> client;
  private String topic = "";

  /** In a process that is to be killed, which has one attempt. */
  ExploredConsumer() {
    this(key -> {});
  }

  /**
   * @param sender sends the record of a key again
   */
  ExploredConsumer(Consumer<String> sender) {
    this.sender = sender;
  }

  /** So that a process that knows the database finds the broker. */
  static void noteBroker(PostgresDatabase database, Topic topic) {
    StringBuilder rows = new StringBuilder();
    topic.client().forEach((name, value) -> rows.append(", ('%s', '%s')".formatted(name, value)));
    database.execute(
        "CREATE TABLE broker (name text, value text);"
            + "INSERT INTO broker VALUES ('topic', '%s')%s".formatted(topic.name, rows));
  }

  @Override
  public Object handle(Trial trial) throws SQLException {
    if (!underWayOrDone.add(trial.key())) {
      sender.accept(trial.key());
    }
    boolean done = false;
    try {
      consumeAll(trial);
      done = true;
      return "acknowledged";
    } finally {
      if (!done) {
        underWayOrDone.remove(trial.key());
      }
    }
  }

  private void consumeAll(Trial trial) throws SQLException {
    Map<String, Object> properties = properties(trial);
    int number = begin();
    // A member that was killed is replaced at once by the next one of its name.
    properties.put("group.instance.id", "member-" + number);
    properties.put("heartbeat.interval.ms", "50");
    // Each attempt joins and leaves, and would wait for what is held back or tried again.
    properties.put("fetch.max.wait.ms", "10");
    properties.put("retry.backoff.ms", "10");
    AtomicInteger passed = new AtomicInteger();
    KafkaConsumerRunner runner =
        KafkaConsumerRunner.builder(inbox(trial), Board.CONSUMER, Board::put)
            .settings(
                KafkaConsumerSettings.of(properties, topic)
                    .commitInterval(AT_ONCE)
                    .lanes(1)
                    .workers(0))
            .clients(all -> new Client(all, trial, passed))
            .build();
    try (runner) {
      runner.start();
      Eventually.holds("the group has passed all", () -> passed.get() > 0);
    } finally {
      end(number);
    }
  }

  /** The lowest number that nobody has who is running. */
  private synchronized int begin() {
    int number = 0;
    while (!running.add(number)) {
      number++;
    }
    return number;
  }

  private synchronized void end(int number) {
    running.remove(number);
  }

  private Inbox inbox(Trial trial) {
    return inboxes.computeIfAbsent(trial.dataSource(), Board::inboxOn);
  }

  private synchronized Map<String, Object> properties(Trial trial) throws SQLException {
    if (client == null) {
      Map<String, Object> read = new HashMap<>();
      try (Connection connection = trial.dataSource().getConnection();
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT name, value FROM broker")) {
        while (rows.next()) {
          read.put(rows.getString(1), rows.getString(2));
        }
      }
      topic = String.valueOf(read.remove("topic"));
      client = read;
    }
    return new HashMap<>(client);
  }

  /** Tells of what it does with the broker. */
  private static final class Client extends KafkaConsumer<byte[], byte[]> {
    private final Trial trial;
    private final AtomicInteger passed;

    Client(Map<String, Object> properties, Trial trial, AtomicInteger passed) {
      super(properties);
      this.trial = trial;
      this.passed = passed;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
      if (!records.isEmpty()) {
        receive(records);
      } else if (hasPassedAll()) {
        passed.incrementAndGet();
      }
      return records;
    }

    /** Records that were never received are fetched again. */
    private void receive(ConsumerRecords<byte[], byte[]> records) {
      try {
        trial.step(RECEIVE);
      } catch (StepBrokenException broken) {
        for (TopicPartition partition : records.partitions()) {
          seek(partition, records.records(partition).get(0).offset());
        }
        throw broken;
      }
    }

    private boolean hasPassedAll() {
      Set<TopicPartition> mine = assignment();
      Map<TopicPartition, OffsetAndMetadata> committed = committed(mine);
      return !mine.isEmpty()
          && endOffsets(mine).entrySet().stream()
              .allMatch(end -> isPassed(committed.get(end.getKey()), end.getValue()));
    }

    private static boolean isPassed(@Nullable OffsetAndMetadata committed, long end) {
      return committed == null ? end == 0 : committed.offset() == end;
    }

    @Override
    public void commitAsync(
        Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
      trial.step(ACKNOWLEDGE, () -> super.commitAsync(offsets, callback));
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
      trial.step(ACKNOWLEDGE, () -> super.commitSync(offsets, timeout));
    }

    /** It leaves the group, though it has a name. */
    @Override
    public void close(CloseOptions options) {
      super.close(
          CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
  }
}
