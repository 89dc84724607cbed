package dev.semel.torture.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that never are at work. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReadinessIT {
  @TempDir Path folder;

  @Test
  void oneThatLivesAndIsNotAtWorkInTimeIsToldAsLate() {
    Readiness readiness = new Readiness(Duration.ZERO);
    try (RoleProcess process = LonelyRelay.in(folder)) {
      process.start();

      readiness.await(process);

      assertThat(readiness.failures())
          .containsExactly("relay-0 was not ready 0 seconds after it was started");
    }
  }

  @Test
  void oneThatEndsBeforeItIsAtWorkIsToldToHaveEnded() {
    Readiness readiness = new Readiness(Duration.ofMinutes(3));
    try (RoleProcess process = LonelyRelay.thatKnowsNoAddress(folder)) {
      process.start();

      readiness.await(process);

      assertThat(readiness.failures())
          .containsExactly("relay-0 ended by itself before it was ready");
      assertThat(process.unexpectedEnds()).isEqualTo(1);
    }
  }
}
