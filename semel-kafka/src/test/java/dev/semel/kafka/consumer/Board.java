package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.JdbcEffect;
import dev.semel.RetryPolicy;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.WorkSettings;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import javax.sql.DataSource;

/**
 * What consumers build: a row for every message applied, without a unique key, so that a second
 * effect shows; in the order of applying.
 */
final class Board implements AutoCloseable {
  static final WorkSettings QUICK =
      WorkSettings.standard()
          .batches(50)
          .attempts(3)
          .backoff(Duration.ofMillis(5), Duration.ofMillis(20));

  static final ConsumerSettings CONSUMER =
      ConsumerSettings.named("board", "acme")
          .retrying(RetryPolicy.standard().within(Duration.ofSeconds(2)))
          .patience(Duration.ofMillis(200))
          .working(QUICK);

  final PostgresDatabase database;
  final HikariDataSource pool = new HikariDataSource();
  final Inbox inbox;

  Board(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS applied (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          message_id text NOT NULL, key text, number bigint);
        TRUNCATE applied, semel.inbox, semel.inbox_message, semel.inbox_violation,
          semel.inbox_version;
        """);
    pool.setDataSource(database.dataSource());
    pool.setMaximumPoolSize(20);
    pool.setMinimumIdle(1);
    this.inbox = inboxOn(pool);
    // Not before: opening it may take longer than anybody waits for a database that is away.
    pool.getHikariConfigMXBean().setConnectionTimeout(1_000);
  }

  static Inbox inboxOn(DataSource dataSource) {
    return Inbox.on(PostgresStore.on(dataSource).inbox());
  }

  /** The effect. A payload that is a number says which of its key it is. */
  static void put(Message message, JdbcEffect effect) throws SQLException {
    byte[] payload = message.payload();
    try (PreparedStatement insert =
        effect
            .connection()
            .prepareStatement("INSERT INTO applied (message_id, key, number) VALUES (?, ?, ?)")) {
      insert.setString(1, message.id().id());
      insert.setString(2, message.key());
      insert.setLong(
          3, payload == null ? -1 : Long.parseLong(new String(payload, StandardCharsets.UTF_8)));
      insert.executeUpdate();
    }
  }

  long applied() {
    return database.queryLong("SELECT count(*) FROM applied");
  }

  long appliedTwice() {
    return database.queryLong(
        "SELECT count(*) FROM (SELECT FROM applied GROUP BY message_id HAVING count(*) > 1) twice");
  }

  /** The numbers applied of a key, in the order of applying. */
  List<Long> numbersOf(String key) {
    return database.query("SELECT number FROM applied WHERE key = ? ORDER BY id", key).stream()
        .map(row -> (Long) row.get("number"))
        .toList();
  }

  /** Each key has the numbers from 0, each once, in order. */
  void assertAllInOrder(int keys, int perKey) {
    assertThat(appliedTwice()).isZero();
    assertThat(applied()).isEqualTo((long) keys * perKey);
    List<Long> expected = LongStream.range(0, perKey).boxed().toList();
    Map<String, List<Long>> wrong = new HashMap<>();
    for (int key = 0; key < keys; key++) {
      List<Long> numbers = numbersOf("key-" + key);
      if (!numbers.equals(expected)) {
        wrong.put("key-" + key, numbers);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Override
  public void close() {
    pool.close();
  }
}
