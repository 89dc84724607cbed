package dev.semel.bench.scenario;

import dev.semel.bench.report.Target;
import dev.semel.bench.work.FullCommands;
import java.util.Map;

/** What idempotency costs an ordinary command, which writes audit and event anyway. */
public final class ReadUpdateAuditEvent implements Scenario {
  static final String WORK = "read, update, audit, event";
  private static final Target TARGET = Target.atLeast(1.0);

  @Override
  public String name() {
    return "full";
  }

  @Override
  public void run(Stage stage) {
    new PooledVariants(stage, WORK, (pool, semel) -> new FullCommands(pool, semel).variants())
        .measure(Map.of(FullCommands.SEMEL, TARGET), null);
  }
}
