package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A till: each payment is a row with a receipt of its own, an audit entry and an event, so that a
 * second effect and a second answer both show.
 */
final class FailureSupport {
  /** Patient enough for any machine; a test that ends early is told so by a listener. */
  static final RetryPolicy PATIENT =
      new RetryPolicy(1_000, Duration.ofMinutes(2), Duration.ofNanos(1_000), Duration.ofMillis(20));

  static final Operation<String, String> PAY =
      Operation.named("pay").taking(Fingerprinter.text()).answering(Codec.text()).retrying(PATIENT);

  private static final Duration AWAIT_LIMIT = Duration.ofSeconds(60);

  final PostgresDatabase database;
  final Changes changes = new Changes();

  FailureSupport(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS payment (
          id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          intent_key text NOT NULL,
          receipt    uuid NOT NULL DEFAULT gen_random_uuid())
        """);
  }

  /** A Semel that tells {@link #changes} what it does. */
  Semel semel(DataSource dataSource) {
    return semel(PostgresStore.on(dataSource));
  }

  Semel semel(PostgresStore store) {
    return Semel.builder(store).listener(changes).build();
  }

  Semel semel() {
    return semel(database.dataSource());
  }

  static String newKey() {
    return "key-" + UUID.randomUUID();
  }

  static Intent<String> intent(String key) {
    return PAY.intent("acme", key, "42.00 EUR");
  }

  /** The effect: one payment with its receipt, one audit entry, one event. */
  static String pay(JdbcEffect effect) throws SQLException {
    String key = effect.intent().key();
    effect.audit("PAY", key, null);
    effect.publish(Event.of("payment", key, "Paid", "{\"amount\": 42.00}"));
    return insertPayment(effect.connection(), key);
  }

  private static String insertPayment(Connection connection, String key) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO payment (intent_key) VALUES (?) RETURNING receipt")) {
      insert.setString(1, key);
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  /** Runs one statement, of whatever kind, on the effect's connection. */
  static void execute(JdbcEffect effect, String sql) throws SQLException {
    execute(effect.connection(), sql);
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** What is there of one intent. */
  record Stored(long payments, long audits, long events, long records, @Nullable String receipt) {
    static final Stored NOTHING = new Stored(0, 0, 0, 0, null);
  }

  Stored stored(String key) {
    var row =
        database
            .query(
                """
                SELECT (SELECT count(*) FROM payment WHERE intent_key = ?) AS payments,
                       (SELECT count(*) FROM semel.audit WHERE key = ?) AS audits,
                       (SELECT count(*) FROM semel.outbox WHERE aggregateid = ?) AS events,
                       (SELECT count(*) FROM semel.intent WHERE key = ?) AS records,
                       (SELECT min(receipt::text) FROM payment WHERE intent_key = ?) AS receipt
                """,
                key,
                key,
                key,
                key,
                key)
            .get(0);
    return new Stored(
        count(row, "payments"),
        count(row, "audits"),
        count(row, "events"),
        count(row, "records"),
        (String) row.get("receipt"));
  }

  long payments(String key) {
    return stored(key).payments();
  }

  long records(String key) {
    return stored(key).records();
  }

  /** One effect, one audit entry, one event, one record, and the caller was told that payment. */
  void assertPaidOnce(String key, Outcome<String> outcome) {
    assertThat(stored(key)).isEqualTo(new Stored(1, 1, 1, 1, outcome.orElseThrow()));
  }

  void assertNothingStored(String key) {
    assertThat(stored(key)).isEqualTo(Stored.NOTHING);
  }

  /** Nothing of a failed command stands in the way of the next attempt with the same key. */
  void assertTheSameKeyCanBeUsedAgain(String key) {
    assertNothingStored(key);
    Outcome<String> outcome = semel().once(intent(key), FailureSupport::pay);
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertPaidOnce(key, outcome);
  }

  /** Waits for something that another thread or the server brings about. */
  static void await(String what, BooleanSupplier condition) {
    long startNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - startNanos > AWAIT_LIMIT.toNanos()) {
        throw new AssertionError("did not come about within " + AWAIT_LIMIT + ": " + what);
      }
      Thread.onSpinWait();
    }
  }

  private static long count(Map<String, @Nullable Object> row, String column) {
    return (long) Objects.requireNonNull(row.get(column));
  }
}
