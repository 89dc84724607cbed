package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.EffectFailedException;
import dev.semel.Intent;
import dev.semel.JdbcEffect;
import dev.semel.RetriesExhaustedException;
import dev.semel.RetryPolicy;
import dev.semel.spi.StateChange;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a transaction is run again, counted by what a listener hears. */
@ExtendWith(PostgresExtension.class)
class RetryPolicyIT {
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();
  private final AtomicInteger runs = new AtomicInteger();

  RetryPolicyIT(PostgresDatabase database) {
    this.till = new FailureSupport(database);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void noMoreAttemptsAreMadeThanThePolicyAllows(int maxAttempts) {
    assertThatExceptionOfType(RetriesExhaustedException.class)
        .isThrownBy(() -> failOn(FailureSupport.PATIENT.attempts(maxAttempts)))
        .withMessageContaining("gave up after " + maxAttempts + " attempts")
        .withMessageContaining("nothing was committed, the same key may be used again")
        .withMessageNotContaining(key)
        .withCauseInstanceOf(EffectFailedException.class);

    assertThat(runs).hasValue(maxAttempts);
    assertThat(till.changes.of(StateChange.Retrying.class))
        .extracting(StateChange.Retrying::failedAttempts)
        .containsExactlyElementsOf(IntStream.range(1, maxAttempts).boxed().toList());
    assertThat(till.changes.failures()).hasSize(1);
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void noAttemptStartsOnceTheBudgetIsSpent() {
    assertThatExceptionOfType(RetriesExhaustedException.class)
        .isThrownBy(() -> failOn(FailureSupport.PATIENT.within(Duration.ofNanos(1))));

    assertThat(runs).hasValue(1);
    assertThat(till.changes.of(StateChange.Retrying.class)).isEmpty();
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void backingOffDoublesFromTheFirstToTheLongestWithJitterInTheUpperHalf() {
    RetryPolicy policy =
        new RetryPolicy(6, Duration.ofMinutes(2), Duration.ofNanos(100), Duration.ofNanos(800));

    assertThatExceptionOfType(RetriesExhaustedException.class).isThrownBy(() -> failOn(policy));

    long[] full = {100, 200, 400, 800, 800};
    var retries = till.changes.of(StateChange.Retrying.class);
    assertThat(retries).hasSize(full.length);
    for (int i = 0; i < full.length; i++) {
      assertThat(retries.get(i).backoff().toNanos()).isBetween(full[i] / 2, full[i]);
    }
  }

  private void failOn(RetryPolicy policy) {
    Intent<String> intent = FailureSupport.PAY.retrying(policy).intent("acme", key, "42.00 EUR");
    till.semel().once(intent, this::alwaysDeadlocked);
  }

  private String alwaysDeadlocked(JdbcEffect effect) throws SQLException {
    assertThat(effect.attempt()).isEqualTo(runs.incrementAndGet());
    FailureSupport.pay(effect);
    FailureSupport.execute(effect, "DO $$ BEGIN RAISE deadlock_detected; END $$");
    return "never";
  }
}
