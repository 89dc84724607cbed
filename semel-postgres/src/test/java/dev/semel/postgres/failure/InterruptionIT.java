package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Duplicates;
import dev.semel.Intent;
import dev.semel.InterruptedAttemptException;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Boundary;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whoever waits can be interrupted; the flag stays set and the key can be used again. */
@ExtendWith(PostgresExtension.class)
class InterruptionIT {
  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();
  private final CyclicBarrier effectRuns = new CyclicBarrier(2);
  private final CyclicBarrier effectMayEnd = new CyclicBarrier(2);

  InterruptionIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @AfterEach
  @SuppressWarnings("ResultOfMethodCallIgnored") // Nothing of it may leak into the next test.
  void clearTheFlag() {
    Thread.interrupted();
  }

  @Test
  void whileBackingOff() {
    AtomicInteger runs = new AtomicInteger();
    till.changes.onRetry(Thread.currentThread()::interrupt);

    assertThatExceptionOfType(InterruptedAttemptException.class)
        .isThrownBy(
            () ->
                till.semel()
                    .once(
                        FailureSupport.intent(key),
                        effect -> {
                          runs.incrementAndGet();
                          FailureSupport.pay(effect);
                          FailureSupport.execute(
                              effect, "DO $$ BEGIN RAISE deadlock_detected; END $$");
                          return "never";
                        }))
        .withMessageContaining("the same key may be used again");

    assertThat(Thread.interrupted()).as("the flag is still set").isTrue();
    assertThat(runs).hasValue(1);
    till.changes.onRetry(() -> {});
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void whileWaitingForAnAttemptOnAnotherNode() {
    CompletableFuture<Outcome<String>> first = Race.start(() -> payHeldOpen(till.semel()));
    Race.meet(effectRuns);
    Semel other =
        Semel.builder(PostgresStore.on(database.dataSource()))
            .boundaries(
                (boundary, intent) -> {
                  if (boundary == Boundary.AFTER_CLAIM) {
                    Thread.currentThread().interrupt();
                  }
                })
            .build();

    assertInterrupted(other);
    assertTheFirstIsUnharmed(first);
  }

  @Test
  void whileWaitingForAnAttemptOnTheSameNode() {
    Semel node = till.semel();
    CompletableFuture<Outcome<String>> first = Race.start(() -> payHeldOpen(node));
    Race.meet(effectRuns);
    Thread.currentThread().interrupt();

    assertInterrupted(node);
    assertTheFirstIsUnharmed(first);
  }

  @Test
  void whileWaitingForAConnectionOfThePool() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Semel semel = till.semel(pool);
      try (Connection held = pool.getConnection()) {
        assertThat(held.isClosed()).isFalse();
        Thread.currentThread().interrupt();
        assertInterrupted(semel);
      }
      assertThat(Thread.interrupted()).isTrue();
    }
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  private void assertInterrupted(Semel semel) {
    assertThatExceptionOfType(InterruptedAttemptException.class)
        .isThrownBy(() -> semel.once(waiting(), FailureSupport::pay));
    assertThat(Thread.currentThread().isInterrupted()).as("the flag is still set").isTrue();
  }

  private void assertTheFirstIsUnharmed(CompletableFuture<Outcome<String>> first) {
    assertThat(Thread.interrupted()).isTrue();
    Race.meet(effectMayEnd);
    Outcome<String> outcome = Race.result(first);
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    till.assertPaidOnce(key, outcome);
    till.assertPaidOnce(key, till.semel().once(waiting(), FailureSupport::pay));
  }

  private Outcome<String> payHeldOpen(Semel semel) {
    return semel.once(
        waiting(),
        effect -> {
          String receipt = FailureSupport.pay(effect);
          Race.meet(effectRuns);
          Race.meet(effectMayEnd);
          return receipt;
        });
  }

  private Intent<String> waiting() {
    return FailureSupport.PAY
        .duplicates(Duplicates.waitUpTo(Duration.ofMinutes(1)))
        .intent("acme", key, "42.00 EUR");
  }
}
