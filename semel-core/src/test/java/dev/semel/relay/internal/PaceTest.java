package dev.semel.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.RelaySettings.Polling;
import dev.semel.relay.internal.Pace.Found;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
  /** A moment that is still to come, so that no time passes in these tests. */
  private static final long NOW_NANOS = System.nanoTime() + Duration.ofHours(1).toNanos();

  private static final long LOOK_NANOS = 700;

  private final Pace pace = new Pace(new Polling(Duration.ofNanos(20), Duration.ofNanos(50)));

  @Test
  void whereNothingWasFoundItLooksMoreAndMoreSeldom() {
    pace.looked(Found.NOTHING, LOOK_NANOS, NOW_NANOS);
    assertThat(pace.remainingNanos(NOW_NANOS)).isEqualTo(20);
    pace.looked(Found.NOTHING, LOOK_NANOS, NOW_NANOS);
    assertThat(pace.remainingNanos(NOW_NANOS)).isEqualTo(40);
    pace.looked(Found.NOTHING, LOOK_NANOS, NOW_NANOS);
    assertThat(pace.remainingNanos(NOW_NANOS)).isEqualTo(50);
    assertThat(pace.isDue(NOW_NANOS + 49)).isFalse();
    assertThat(pace.isDue(NOW_NANOS + 50)).isTrue();
  }

  @Test
  void aWakeUpMakesItLookAtOnce() {
    pace.looked(Found.NOTHING, LOOK_NANOS, NOW_NANOS);

    pace.wake();

    assertThat(pace.isDue(NOW_NANOS)).isTrue();
  }

  @Test
  void afterLessThanAPageItRestsAsLongAsTheLookTookEvenIfItIsWoken() {
    pace.looked(Found.SOME, LOOK_NANOS, NOW_NANOS);

    pace.wake();

    assertThat(pace.remainingNanos(NOW_NANOS)).isEqualTo(LOOK_NANOS);
    assertThat(pace.isDue(NOW_NANOS + LOOK_NANOS)).isTrue();
  }

  @Test
  void afterPagesItLooksAgainAtOnce() {
    pace.looked(Found.SOME, LOOK_NANOS, NOW_NANOS);
    pace.looked(Found.PAGES, LOOK_NANOS, NOW_NANOS);

    assertThat(pace.isDue(NOW_NANOS)).isTrue();
  }

  @Test
  void itExpectsSomethingAfterAWakeUpAndAfterHavingFoundSomething() {
    assertThat(pace.isAwake()).isFalse();
    pace.wake();
    assertThat(pace.isAwake()).isTrue();
    pace.looked(Found.NOTHING, LOOK_NANOS, NOW_NANOS);
    assertThat(pace.isAwake()).isFalse();
    pace.looked(Found.SOME, LOOK_NANOS, NOW_NANOS);
    assertThat(pace.isAwake()).isTrue();
  }
}
