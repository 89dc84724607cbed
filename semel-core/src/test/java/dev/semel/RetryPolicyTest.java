package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
  private final RetryPolicy policy =
      new RetryPolicy(10, Duration.ofSeconds(10), Duration.ofMillis(10), Duration.ofMillis(100));

  @Test
  void theBackoffDoublesUpToItsMaximum() {
    assertThat(policy.backoff(1, 1.0)).isEqualTo(Duration.ofMillis(10));
    assertThat(policy.backoff(2, 1.0)).isEqualTo(Duration.ofMillis(20));
    assertThat(policy.backoff(4, 1.0)).isEqualTo(Duration.ofMillis(80));
    assertThat(policy.backoff(5, 1.0)).isEqualTo(Duration.ofMillis(100));
    assertThat(policy.backoff(Integer.MAX_VALUE, 1.0)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void chanceSpreadsItOverTheUpperHalf() {
    assertThat(policy.backoff(3, 0.0)).isEqualTo(Duration.ofMillis(20));
    assertThat(policy.backoff(3, 0.5)).isEqualTo(Duration.ofMillis(30));
  }

  @Test
  void aFirstBackoffAboveTheMaximumIsRefused() {
    assertThatThrownBy(
            () ->
                new RetryPolicy(
                    1, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .hasMessageContaining("longer than max backoff");
  }

  @Test
  void eachLimitIsChangedOnItsOwn() {
    assertThat(policy.attempts(3).within(Duration.ofSeconds(2)))
        .isEqualTo(
            new RetryPolicy(
                3, Duration.ofSeconds(2), Duration.ofMillis(10), Duration.ofMillis(100)));
  }

  @Test
  void noTimeMayBeZeroOrNegative() {
    Duration second = Duration.ofSeconds(1);

    assertThatThrownBy(() -> new RetryPolicy(1, Duration.ZERO, second, second))
        .hasMessageContaining("retry budget is PT0S");
    assertThatThrownBy(() -> new RetryPolicy(1, second, second.negated(), second))
        .hasMessageContaining("first backoff is PT-1S");
    assertThatThrownBy(() -> new RetryPolicy(1, second, second, Duration.ZERO))
        .hasMessageContaining("max backoff is PT0S");
  }
}
