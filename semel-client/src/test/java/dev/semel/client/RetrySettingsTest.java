package dev.semel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetrySettingsTest {
  private static final RetrySettings STANDARD = RetrySettings.standard();

  @Test
  void aBackoffKeepsWithinItsBoundsWhateverChanceSays() {
    Random random = new Random(20261101);
    for (int i = 0; i < 100_000; i++) {
      long first = 1L + random.nextInt(5_000);
      long max = first + random.nextInt(600_000);
      int attempts = 1 + random.nextInt(1_000);
      RetrySettings settings = STANDARD.backoff(Duration.ofMillis(first), Duration.ofMillis(max));
      double full = Math.min(first * Math.pow(2, attempts - 1), (double) max) * 1e6;
      long nanos = settings.backoff(attempts, random.nextDouble()).toNanos();
      assertThat(nanos)
          .as("first %d ms, max %d ms, attempt %d", first, max, attempts)
          .isGreaterThanOrEqualTo(first * 1_000_000)
          .isGreaterThanOrEqualTo((long) (full * 0.75))
          .isLessThanOrEqualTo((long) Math.max(full, first * 1e6));
    }
  }

  @Test
  void itDoublesUpToTheMaximum() {
    RetrySettings settings = STANDARD.backoff(Duration.ofMillis(500), Duration.ofSeconds(5));
    assertThat(settings.backoff(1, 1)).isEqualTo(Duration.ofMillis(500));
    assertThat(settings.backoff(2, 1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.backoff(3, 1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.backoff(4, 1)).isEqualTo(Duration.ofSeconds(4));
    assertThat(settings.backoff(5, 1)).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.backoff(1_000, 1)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void chanceTakesUpToAQuarterAndNeverGoesBelowTheFirst() {
    RetrySettings settings = STANDARD.backoff(Duration.ofMillis(500), Duration.ofSeconds(5));
    assertThat(settings.backoff(3, 0)).isEqualTo(Duration.ofMillis(1_500));
    assertThat(settings.backoff(1, 0)).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void nonsenseIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> STANDARD.attempts(0))
        .withMessage("max attempts is 0; give 1 to 1000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> STANDARD.within(Duration.ZERO))
        .withMessage("budget is PT0S; it must be longer than zero");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> STANDARD.attemptTimeout(Duration.ofSeconds(-1)))
        .withMessage("attempt timeout is PT-1S; it must be longer than zero");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> STANDARD.backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .withMessage("first backoff PT2S is longer than max backoff PT1S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> STANDARD.within(Duration.ofSeconds(Long.MAX_VALUE)))
        .withMessageContaining("at most");
  }
}
