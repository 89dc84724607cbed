package dev.semel.postgres.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Isolation;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.connection.CommandDataSource;
import dev.semel.postgres.schema.SchemaSupport;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.assertj.core.util.Throwables;

/**
 * Short checks of what a command, a lease and the inbox guarantee. Effects are counted on a
 * connection that does not use the environment.
 */
final class CoreScenarios {
  private static final Operation<String, String> OPEN =
      Operation.named("open").taking(Fingerprinter.text()).answering(Codec.text());
  private static final int DUPLICATES = 4;
  private static final int MESSAGES = 70;
  private static final int REPETITIONS = 7;

  private final PostgresDatabase database;
  private final DataSource dataSource;

  /**
   * Makes the scenarios.
   *
   * @param database to count in; with Semel's tables and the table {@code effect}
   * @param dataSource the environment
   */
  CoreScenarios(PostgresDatabase database, DataSource dataSource) {
    this.database = database;
    this.dataSource = dataSource;
  }

  /** Runs all of them, and reports all that fail. */
  void runAll(String environment) {
    List<String> failures = new ArrayList<>();
    for (int events = 0; events <= 3; events++) {
      int count = events;
      run(failures, "command with %d events".formatted(count), () -> command(count));
    }
    run(failures, "same key with another payload", this::mismatch);
    run(failures, "concurrent duplicates", this::duplicates);
    run(failures, "joined command", () -> repeat(this::joined));
    run(failures, "isolation of its own", () -> repeat(this::ownIsolation));
    run(failures, "connections of the effect's own", () -> repeat(this::sharedConnections));
    run(failures, "leases, rejections, records, purge", this::everyStatement);
    run(failures, "every statement of the inbox", () -> SchemaSupport.useInbox(store()));
    run(failures, "batch of messages", this::batch);
    assertThat(failures).as(environment).isEmpty();
  }

  private interface Scenario {
    void run() throws SQLException;
  }

  private static void run(List<String> failures, String name, Scenario scenario) {
    try {
      scenario.run();
    } catch (SQLException | RuntimeException | AssertionError failure) {
      failures.add(name + ": " + failure + ", cause: " + Throwables.getRootCause(failure));
    }
  }

  private PostgresStore store() {
    return PostgresStore.on(dataSource);
  }

  private Semel semel() {
    return Semel.on(store());
  }

  private static Intent<String> newIntent(Operation<String, String> operation) {
    return operation.intent("acme", UUID.randomUUID().toString(), "payload");
  }

  private void command(int events) {
    Semel semel = semel();
    Intent<String> intent = newIntent(OPEN);
    assertThat(semel.once(intent, effect -> open(effect, events)))
        .isEqualTo(new Outcome.Executed<>("opened"));
    assertThat(semel.once(intent, effect -> open(effect, events)))
        .isInstanceOf(Outcome.Replayed.class);
    assertDoneOnce(intent, events);
  }

  private static String open(JdbcEffect effect, int events) throws SQLException {
    String key = effect.intent().key();
    insertEffect(effect.connection(), key);
    for (int i = 0; i < events; i++) {
      effect.audit("OPEN", key + i, null);
      effect.publish(Event.of("case", key, "Opened", "{}"));
    }
    return "opened";
  }

  private static void insertEffect(Connection connection, String key) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO effect (key) VALUES (?)")) {
      insert.setString(1, key);
      insert.executeUpdate();
    }
  }

  private void assertDoneOnce(Intent<String> intent, int events) {
    String key = intent.id().key();
    assertThat(count("SELECT count(*) FROM effect WHERE key = ?", key)).isEqualTo(1);
    assertThat(count("SELECT count(*) FROM semel.intent WHERE key = ?", key)).isEqualTo(1);
    assertThat(count("SELECT count(*) FROM semel.audit WHERE key = ?", key)).isEqualTo(events);
    assertThat(count("SELECT count(*) FROM semel.outbox WHERE aggregateid = ?", key))
        .isEqualTo(events);
  }

  private long count(String sql, String key) {
    return database.queryLong(sql, key);
  }

  private void mismatch() {
    Semel semel = semel();
    Intent<String> intent = newIntent(OPEN);
    semel.once(intent, effect -> open(effect, 0));
    assertThat(
            semel.once(
                OPEN.intent("acme", intent.id().key(), "another payload"),
                effect -> open(effect, 0)))
        .isInstanceOf(Outcome.Mismatch.class);
    assertDoneOnce(intent, 0);
  }

  private void duplicates() {
    Semel semel = semel();
    Intent<String> intent = newIntent(OPEN);
    List<CompletableFuture<Outcome<String>>> callers =
        IntStream.range(0, DUPLICATES)
            .mapToObj(
                caller ->
                    CompletableFuture.supplyAsync(
                        () -> semel.once(intent, effect -> open(effect, 1)),
                        task -> new Thread(task, "caller-" + caller).start()))
            .toList();
    callers.forEach(CompletableFuture::join);
    assertDoneOnce(intent, 1);
  }

  /** Often enough for the driver to prepare its statements on the server. */
  private static void repeat(Scenario scenario) throws SQLException {
    for (int i = 0; i < REPETITIONS; i++) {
      scenario.run();
    }
  }

  private void joined() throws SQLException {
    Semel semel = semel();
    Intent<String> intent = newIntent(OPEN);
    try (Connection transaction = dataSource.getConnection()) {
      transaction.setAutoCommit(false);
      semel.within(transaction).once(intent, effect -> open(effect, 2));
      assertThat(semel.within(transaction).once(intent, effect -> open(effect, 2)))
          .isInstanceOf(Outcome.Replayed.class);
      transaction.commit();
      transaction.setAutoCommit(true);
    }
    assertDoneOnce(intent, 2);
  }

  private void ownIsolation() {
    Intent<String> intent = newIntent(OPEN.isolation(Isolation.SERIALIZABLE));
    semel().once(intent, effect -> open(effect, 2));
    assertDoneOnce(intent, 2);
  }

  private void sharedConnections() {
    CommandDataSource shared = new CommandDataSource(dataSource);
    Semel semel = Semel.on(PostgresStore.on(shared));
    Intent<String> intent = newIntent(OPEN);
    semel.once(
        intent,
        effect -> {
          try (Connection own = shared.getConnection()) {
            own.setAutoCommit(false);
            insertEffect(own, "undone");
            own.rollback();
            own.setAutoCommit(true);
            insertEffect(own, effect.intent().key());
          }
          return "opened";
        });
    assertDoneOnce(intent, 0);
    assertThat(count("SELECT count(*) FROM effect WHERE key = ?", "undone")).isZero();
  }

  private void everyStatement() {
    SchemaSupport.useEverything(semel());
  }

  private void batch() {
    ConsumerSettings consumer = ConsumerSettings.named("batch-" + UUID.randomUUID(), "acme");
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      messages.add(Message.of("cases", consumer.name() + i, null));
    }
    Inbox inbox = Inbox.on(store().inbox());
    for (int delivery = 0; delivery < 2; delivery++) {
      inbox.consumeAll(
          consumer,
          messages,
          (message, effect) -> insertEffect(effect.connection(), message.id().id()));
    }
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM effect WHERE key LIKE ?", consumer.name() + "%"))
        .isEqualTo(MESSAGES);
  }
}
