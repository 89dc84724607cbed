package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AvailabilityTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final AtomicLong clock = new AtomicLong(-500);
  private final Availability availability =
      new Availability(SECOND, Duration.ofSeconds(5), clock::get);

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  private void miss() {
    availability.missed(availability.contacts(), "the server could not be reached");
  }

  @Test
  void storeIsAvailableUntilItIsMissed() {
    assertThat(availability.refusal()).isNull();
    miss();
    assertThat(availability.refusal()).isEqualTo(SECOND);
    assertThat(availability.unavailableFor()).isEqualTo(SECOND);
  }

  @Test
  void oneProbePerIntervalIsLetThrough() {
    miss();
    pass(SECOND);

    assertThat(availability.unavailableFor()).isNull();
    assertThat(availability.refusal()).as("the probe").isNull();
    assertThat(availability.refusal()).as("the next").isEqualTo(SECOND.multipliedBy(2));
  }

  @Test
  void intervalDoublesUpToItsBound() {
    miss();
    List<Duration> waits = new ArrayList<>();
    for (int probe = 0; probe < 5; probe++) {
      Duration wait = availability.refusal();
      waits.add(wait);
      pass(known(wait));
      assertThat(availability.refusal()).isNull();
      miss();
    }

    assertThat(waits).extracting(Duration::toSeconds).containsExactly(1L, 2L, 4L, 5L, 5L);
  }

  private static Duration known(@Nullable Duration wait) {
    return wait == null ? Duration.ZERO : wait;
  }

  @Test
  void anAttemptThatReachesTheStoreEndsIt() {
    miss();
    availability.reached();

    assertThat(availability.refusal()).isNull();
    miss();
    assertThat(availability.refusal()).as("the interval begins anew").isEqualTo(SECOND);
  }

  @Test
  void missDoesNotCountWhileOthersReachTheStore() {
    long before = availability.contacts();
    availability.reached();
    availability.missed(before, "the pool is exhausted");

    assertThat(availability.refusal()).isNull();
  }
}
