package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.nemesis.FaultKind;
import dev.semel.torture.report.Progress;
import dev.semel.torture.report.TortureResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short run, with each of the faults that matter most. What it finds is never a matter of speed.
 */
class TortureIT {
  @TempDir Path folder;

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void aShortRunKeepsEveryPromise() throws InterruptedException, IOException {
    Path report = folder.resolve("report.md");
    TortureOptions options =
        TortureOptions.standard(20_261)
            .time(Duration.ofSeconds(12))
            .pace(Duration.ofSeconds(1))
            .clients(4)
            .report(report);

    TortureResult result = new TortureRun(options, Progress.to(System.err)).run();

    assertThat(result.verdict().violations()).as("%s", Files.readString(report)).isEmpty();
    assertThat(result.happened())
        .containsKeys(
            FaultKind.KILL_NODE,
            FaultKind.KILL_RELAY,
            FaultKind.KILL_CONSUMER,
            FaultKind.CRASH_DATABASE,
            FaultKind.KILL_BROKER,
            FaultKind.LOSE_REPLY,
            FaultKind.PAUSE_NODE);
    assertThat(result.counts().bookings()).isPositive();
    assertThat(result.counts().tally().rejected()).isPositive();
  }
}
