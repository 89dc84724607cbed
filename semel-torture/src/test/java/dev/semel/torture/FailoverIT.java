package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.torture.TortureOptions.Mode;
import dev.semel.torture.nemesis.FaultKind;
import dev.semel.torture.nemesis.FaultPlan;
import dev.semel.torture.nemesis.PlannedFault;
import dev.semel.torture.report.Progress;
import dev.semel.torture.report.Report;
import dev.semel.torture.report.TortureResult;
import dev.semel.torture.world.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short run on two PostgreSQL servers, of which the one that takes writes is killed. */
@Tag("thorough")
class FailoverIT {
  private static final FaultPlan ONE_CRASH =
      new FaultPlan(List.of(new PlannedFault(1_000, FaultKind.CRASH_DATABASE, 0, 100, 0)));

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void whatWasAcknowledgedIsThereWhenAnotherServerHasTakenOver() throws InterruptedException {
    assumeTrue(
        World.canFailOver(),
        "no failover is tried: it needs the packages patroni, etcd-server and postgresql");
    TortureOptions options =
        TortureOptions.standard(7).time(Duration.ofSeconds(2)).clients(4).with(Mode.FAILOVER);

    TortureResult result =
        new TortureRun(options, ONE_CRASH, Progress.to(System.err)).run(told -> told);

    assertThat(result.verdict().violations()).as("%s", Report.of(result)).isEmpty();
    assertThat(result.happened()).containsEntry(FaultKind.CRASH_DATABASE, 1L);
    assertThat(result.failovers()).isEqualTo(1);
    assertThat(result.again().answered()).isEqualTo(result.again().asked()).isPositive();
  }
}
