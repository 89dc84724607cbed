package dev.semel.torture.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of the bank, none of which has a database. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RoleProcessIT {
  @TempDir Path folder;

  @Test
  void oneThatDoesNotEndWhenItIsAskedToIsKilledWhichIsToldAndIsNoEndByItself()
      throws IOException, InterruptedException {
    try (RoleProcess process = LonelyRelay.in(folder, Duration.ZERO)) {
      process.start();
      stopSignal(process.pid());

      process.stop();

      assertThat(process.isAlive()).isFalse();
      assertThat(process.forcedEnds()).isEqualTo(1);
      assertThat(process.unexpectedEnds()).isZero();
    }
  }

  /** So that it cannot hear that it is to end. */
  private static void stopSignal(long pid) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  void oneThatEndsWhenItIsAskedToIsNotKilled() {
    try (RoleProcess process = LonelyRelay.in(folder)) {
      process.start();

      process.stop();

      assertThat(process.forcedEnds()).isZero();
      assertThat(process.unexpectedEnds()).isZero();
    }
  }
}
