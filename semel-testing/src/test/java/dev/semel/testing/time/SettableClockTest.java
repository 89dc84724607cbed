package dev.semel.testing.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SettableClockTest {

  private static final Instant NOON = Instant.parse("2031-05-04T12:00:00Z");

  @Test
  void theClockStandsStillUntilItIsMoved() {
    SettableClock clock = SettableClock.startingAt(NOON);

    assertThat(clock.instant()).isEqualTo(NOON).isEqualTo(clock.instant());
    assertThat(clock.advance(Duration.ofMinutes(5))).isEqualTo(NOON.plusSeconds(300));
    assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(300));
  }

  @Test
  void theDefaultStartIsTheSameOnAnyDay() {
    assertThat(SettableClock.create().instant()).isEqualTo(SettableClock.DEFAULT_START);
    assertThat(SettableClock.create().getZone()).isEqualTo(ZoneOffset.UTC);
  }

  @Test
  void theClockCanBeTurnedBackOnlyBySetting() {
    SettableClock clock = SettableClock.startingAt(NOON);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
        .withMessageContaining("set(Instant)");
    clock.set(NOON.minusSeconds(60));

    assertThat(clock.instant()).isEqualTo(NOON.minusSeconds(60));
  }

  @Test
  void aViewInAnotherZoneIsTheSameClock() {
    SettableClock clock = SettableClock.startingAt(NOON);
    SettableClock inTokyo = clock.withZone(ZoneId.of("Asia/Tokyo"));

    inTokyo.advance(Duration.ofHours(1));

    assertThat(inTokyo.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    assertThat(clock.instant()).isEqualTo(inTokyo.instant()).isEqualTo(NOON.plusSeconds(3_600));
  }

  @Test
  void advancesOfManyThreadsAddUp() {
    SettableClock clock = SettableClock.startingAt(NOON);

    IntStream.range(0, 10_000).parallel().forEach(i -> clock.advance(Duration.ofSeconds(1)));

    assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(10_000));
  }

  @Test
  void readsOfAllViewsAreCountedAndNothingElse() {
    SettableClock clock = SettableClock.create();
    clock.advance(Duration.ofSeconds(1));
    assertThat(clock.toString()).isNotEmpty();
    assertThat(clock.reads()).isZero();

    assertThat(clock.withZone(ZoneId.of("Asia/Tokyo")).instant()).isEqualTo(clock.instant());

    assertThat(clock.reads()).isEqualTo(2);
  }
}
