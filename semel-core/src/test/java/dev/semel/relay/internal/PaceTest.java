package dev.semel.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.RelaySettings.Polling;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final long NOW_NANOS = Duration.ofHours(1).toNanos();

  private static final long MILLI_NANOS = 1_000_000;

  private final Pace pace =
      new Pace(new Polling(Duration.ofNanos(20), Duration.ofNanos(50)), NOW_NANOS);

  @Test
  void whereNothingWasFoundItLooksMoreAndMoreSeldom() {
    pace.looked(0, false, NOW_NANOS);
    assertThat(pace.remainingNanos(NOW_NANOS)).isEqualTo(20);
    pace.looked(0, false, NOW_NANOS);
    assertThat(pace.remainingNanos(NOW_NANOS)).isEqualTo(40);
    pace.looked(0, false, NOW_NANOS);
    assertThat(pace.remainingNanos(NOW_NANOS)).isEqualTo(50);
    assertThat(pace.isDue(NOW_NANOS + 49)).isFalse();
    assertThat(pace.isDue(NOW_NANOS + 50)).isTrue();
  }

  @Test
  void aWakeUpMakesItLookAtOnce() {
    pace.looked(0, false, NOW_NANOS);

    pace.wake(NOW_NANOS);

    assertThat(pace.isDue(NOW_NANOS)).isTrue();
  }

  @Test
  void itRestsTheLongerTheMoreItFoundEvenIfItIsWoken() {
    pace.looked(1, false, NOW_NANOS);
    pace.wake(NOW_NANOS);
    assertThat(pace.remainingNanos(NOW_NANOS)).isEqualTo(MILLI_NANOS);
    assertThat(pace.isDue(NOW_NANOS + MILLI_NANOS)).isTrue();

    pace.looked(3, false, NOW_NANOS);
    assertThat(pace.remainingNanos(NOW_NANOS)).isEqualTo(3 * MILLI_NANOS);

    pace.looked(900, false, NOW_NANOS);
    assertThat(pace.remainingNanos(NOW_NANOS)).isEqualTo(10 * MILLI_NANOS);
  }

  @Test
  void whereThereMayBeMoreItLooksAgainAtOnce() {
    pace.looked(1, false, NOW_NANOS);
    pace.looked(1000, true, NOW_NANOS);

    assertThat(pace.isDue(NOW_NANOS)).isTrue();
  }

  @Test
  void pollIntervalStartsLongerWhileWakeUpsAnnounceEvents() {
    Pace slow = new Pace(new Polling(Duration.ofMillis(2), Duration.ofMillis(500)), NOW_NANOS);
    assertThat(nextLookAfterWakeUp(slow)).isEqualTo(4 * MILLI_NANOS);
    assertThat(nextLookAfterWakeUp(slow)).isEqualTo(8 * MILLI_NANOS);
    for (int i = 0; i < 10; i++) {
      nextLookAfterWakeUp(slow);
    }
    assertThat(nextLookAfterWakeUp(slow)).as("has a limit").isEqualTo(32 * MILLI_NANOS);

    slow.looked(1, false, NOW_NANOS);
    slow.looked(0, false, NOW_NANOS);
    assertThat(slow.remainingNanos(NOW_NANOS)).as("polling found one").isEqualTo(2 * MILLI_NANOS);
  }

  private static long nextLookAfterWakeUp(Pace pace) {
    pace.wake(NOW_NANOS);
    pace.looked(1, false, NOW_NANOS);
    return pace.remainingNanos(NOW_NANOS);
  }
}
