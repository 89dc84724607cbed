package dev.semel.postgres.jdbc;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Isolation;
import dev.semel.Operation;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Commands on a database, and races of them. */
final class JdbcSupport {
  private static final int LIMIT_SECONDS = 120;

  /** As patient as fifty racing threads need it. */
  static final Operation<String, String> COMMAND =
      Operation.named("command")
          .taking(Fingerprinter.text())
          .answering(Codec.text())
          .retrying(
              new RetryPolicy(
                  1_000, Duration.ofMinutes(2), Duration.ofMillis(1), Duration.ofMillis(50)));

  private JdbcSupport() {}

  static Semel semel(PostgresDatabase database) {
    return Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
  }

  static Intent<String> intent(String key) {
    return intent(key, Isolation.DATABASE_DEFAULT);
  }

  static Intent<String> intent(String key, Isolation isolation) {
    return COMMAND.isolation(isolation).intent("acme", key, "payload");
  }

  static String newKey() {
    return "key-" + UUID.randomUUID();
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Lets so many threads do the same at the same time. */
  static <V> List<V> race(int threads, Supplier<V> runner) {
    CyclicBarrier allReady = new CyclicBarrier(threads);
    List<CompletableFuture<V>> running =
        IntStream.range(0, threads)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> runTogether(allReady, runner),
                        task -> new Thread(task, "racer").start()))
            .toList();
    return running.stream()
        .map(racer -> racer.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join())
        .toList();
  }

  private static <V> V runTogether(CyclicBarrier allReady, Supplier<V> runner) {
    meet(allReady);
    return runner.get();
  }

  static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("the others did not come", e);
    }
  }
}
