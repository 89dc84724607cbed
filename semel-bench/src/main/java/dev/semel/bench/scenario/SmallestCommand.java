package dev.semel.bench.scenario;

import dev.semel.bench.report.Target;
import dev.semel.bench.work.SmallCommands;
import java.util.Map;

/** What idempotency costs where there is least to hide it behind: one insert. */
public final class SmallestCommand implements Scenario {
  static final String WORK = "one insert";
  private static final Target TARGET = Target.atLeast(0.75);

  @Override
  public String name() {
    return "smallest";
  }

  @Override
  public void run(Stage stage) {
    new PooledVariants(stage, WORK, (pool, semel) -> new SmallCommands(pool, semel).variants())
        .measure(Map.of(SmallCommands.SEMEL, TARGET), SmallCommands.AUTOCOMMITTED);
  }
}
