package dev.semel.postgres.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Isolation;
import dev.semel.JdbcCommand;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.SemelException;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** A counter of effects, nodes with or without a tampered lock, and races held open. */
final class ProtocolSupport {
  static final Operation<String, String> COUNT =
      Operation.named("count")
          .taking(Fingerprinter.text())
          .answering(Codec.text())
          .retrying(
              new RetryPolicy(
                  1_000, Duration.ofMinutes(2), Duration.ofNanos(1_000), Duration.ofMillis(20)));

  private static final int LIMIT_SECONDS = 60;
  private static final int MAX_JOINED_ROUNDS = 10;

  final PostgresDatabase database;

  ProtocolSupport(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS counted (
          intent_key text NOT NULL, token uuid NOT NULL DEFAULT gen_random_uuid())
        """);
  }

  static String newKey() {
    return "key-" + UUID.randomUUID();
  }

  static Intent<String> intent(String key, Isolation isolation) {
    return COUNT.isolation(isolation).intent("acme", key, "payload");
  }

  static Intent<String> intent(String key) {
    return intent(key, Isolation.DATABASE_DEFAULT);
  }

  /** The effect: one row, whose token is the answer. */
  static String count(JdbcEffect effect) throws SQLException {
    try (PreparedStatement insert =
        effect
            .connection()
            .prepareStatement("INSERT INTO counted (intent_key) VALUES (?) RETURNING token")) {
      insert.setString(1, effect.intent().key());
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  /** A node whose claims call this in place of PostgreSQL's own try-lock. */
  DataSource withLockFunction(String body) {
    String shim = "shim_" + UUID.randomUUID().toString().replace("-", "");
    database.execute(
        """
        CREATE SCHEMA %1$s;
        CREATE FUNCTION %1$s.pg_try_advisory_xact_lock(wanted bigint) RETURNS boolean
        LANGUAGE plpgsql AS $$ %2$s $$
        """
            .formatted(shim, body));
    return database.dataSource(
        Map.of("options", "-c search_path=%s,pg_catalog,public".formatted(shim)));
  }

  static Semel node(DataSource dataSource) {
    return Semel.on(PostgresStore.on(dataSource));
  }

  Semel node() {
    return node(database.dataSource());
  }

  /** Runs it as a caller does who manages the transaction: if it fails, roll back and try again. */
  static Outcome<String> joined(
      DataSource dataSource, Isolation isolation, String key, JdbcCommand<String> command) {
    Semel node = node(dataSource);
    for (int round = 0; round < MAX_JOINED_ROUNDS; round++) {
      try (Connection transaction = dataSource.getConnection()) {
        begin(transaction, isolation);
        Outcome<String> outcome = node.within(transaction).once(intent(key), command);
        transaction.commit();
        return outcome;
      } catch (SemelException | SQLException failed) {
        // The connection was closed, which rolls back.
      }
    }
    throw new AssertionError("no outcome after " + MAX_JOINED_ROUNDS + " transactions");
  }

  static void begin(Connection transaction, Isolation isolation) throws SQLException {
    transaction.setAutoCommit(false);
    switch (isolation) {
      case REPEATABLE_READ ->
          transaction.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      case SERIALIZABLE -> transaction.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      default -> transaction.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
  }

  /** One effect, and everybody who was answered was told of it. */
  @SafeVarargs
  final void assertCountedOnce(String key, Outcome<String>... outcomes) {
    var tokens = database.query("SELECT token::text FROM counted WHERE intent_key = ?", key);
    assertThat(tokens).as("effects").hasSize(1);
    assertThat(database.queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", key))
        .as("records")
        .isEqualTo(1);
    for (Outcome<String> outcome : outcomes) {
      assertThat(outcome.orElseThrow()).isEqualTo(tokens.get(0).get("token"));
    }
  }

  long waitingForLocks() {
    return database.queryLong(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        """);
  }

  static <V> CompletableFuture<V> start(Supplier<V> runner) {
    return CompletableFuture.supplyAsync(runner, task -> new Thread(task, "runner").start());
  }

  static <V> V result(CompletableFuture<V> running) {
    return running.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
  }

  static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("the others did not come", e);
    }
  }

  static void await(String what, BooleanSupplier condition) {
    long startNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - startNanos > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
        throw new AssertionError("did not come about: " + what);
      }
      Thread.onSpinWait();
    }
  }
}
