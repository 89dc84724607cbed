package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long is tried again, by a clock that moves with the pauses alone. */
class RetriesTest {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final List<Long> pauses = new ArrayList<>();
  private long nowNanos = Long.MAX_VALUE - 17; // Such times overflow.

  private Retries retries() {
    return new Retries(
        LIMIT,
        () -> nowNanos,
        pause -> {
          pauses.add(pause);
          nowNanos += pause;
        });
  }

  /** As many attempts as there is time for: a lease may take all of it. */
  @Test
  void timeAloneEndsThem() {
    Retries retries = retries();
    long start = nowNanos;

    while (retries.another()) {
      assertThat(nowNanos - start).isLessThan(LIMIT.plusSeconds(1).toNanos());
    }

    assertThat(nowNanos - start).isGreaterThanOrEqualTo(LIMIT.toNanos());
    assertThat(retries.toString()).isEqualTo(retries.attempts() + " attempts in 180 s");
  }

  @Test
  void pausesGrowUpToALimit() {
    Retries retries = retries();

    while (retries.another()) {
      assertThat(pauses).isSorted();
    }

    assertThat(pauses).startsWith(Retries.FIRST_PAUSE.toNanos());
    assertThat(pauses).endsWith(Retries.LONGEST_PAUSE.toNanos());
  }
}
