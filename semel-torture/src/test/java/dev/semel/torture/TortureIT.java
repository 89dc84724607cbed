package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.check.Rule;
import dev.semel.torture.nemesis.FaultKind;
import dev.semel.torture.nemesis.FaultPlan;
import dev.semel.torture.report.Progress;
import dev.semel.torture.report.Report;
import dev.semel.torture.report.TortureResult;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A short run, with each of the faults once, as close together as they may come. What it finds is
 * never a matter of speed.
 */
@Tag("thorough")
class TortureIT {
  /** Kinds are dealt like cards; this is the first hand. */
  private static FaultPlan eachOnce(TortureOptions options) {
    return new FaultPlan(options.plan().faults().subList(0, FaultKind.values().length));
  }

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void aShortRunKeepsEveryPromise() throws InterruptedException {
    TortureOptions options =
        TortureOptions.standard(20_261)
            .time(Duration.ofMillis(8_200))
            .pace(Duration.ofMillis(200))
            .clients(4);

    TortureResult result =
        new TortureRun(options, eachOnce(options), Progress.to(System.err)).run(told -> told);

    assertThat(result.verdict().violations()).as("%s", Report.of(result)).isEmpty();
    assertThat(result.verdict().lookedAt()).containsOnlyKeys(Rule.values());
    assertThat(result.verdict().lookedAt().values()).allMatch(count -> count > 0);
    assertThat(result.happened()).containsKeys(FaultKind.values());
    assertThat(result.notShown()).isEmpty();
    assertThat(result.again().answered()).isEqualTo(result.again().asked()).isPositive();
    assertThat(result.last().answered()).isEqualTo(result.again().asked());
    assertThat(result.upkeep()).containsKeys("purged records", "purged markers");
    assertThat(result.upkeep().get("purged events")).isPositive();
    assertThat(result.counts().bookings()).isPositive();
    assertThat(result.counts().tally().rejected()).isPositive();
  }
}
