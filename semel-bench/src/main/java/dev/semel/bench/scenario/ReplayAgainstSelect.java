package dev.semel.bench.scenario;

import dev.semel.bench.report.Target;
import dev.semel.bench.work.Replays;
import java.util.Map;

/** What a retry of a settled intent costs, beside the least that any look-up costs. */
public final class ReplayAgainstSelect implements Scenario {
  static final String WORK = "replay";
  private static final Target TARGET = Target.atLeast(0.90);

  @Override
  public String name() {
    return "replay";
  }

  @Override
  public void run(Stage stage) {
    Replays.prepare(stage.database());
    new PooledVariants(
            stage, WORK, (pool, semel) -> Replays.of(stage.database(), pool, semel).variants())
        .measure(Map.of(Replays.SEEN_LATELY, TARGET, Replays.NOT_SEEN, TARGET), null);
  }
}
