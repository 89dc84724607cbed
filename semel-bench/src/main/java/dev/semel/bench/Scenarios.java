package dev.semel.bench;

import dev.semel.bench.scenario.CountsPerCommand;
import dev.semel.bench.scenario.DuplicateStorm;
import dev.semel.bench.scenario.GrownTable;
import dev.semel.bench.scenario.ProtectedEndpoint;
import dev.semel.bench.scenario.PurgeBesideCommands;
import dev.semel.bench.scenario.ReadUpdateAuditEvent;
import dev.semel.bench.scenario.ReplayAgainstSelect;
import dev.semel.bench.scenario.Scenario;
import dev.semel.bench.scenario.SmallestCommand;
import java.util.List;

/** All that can be measured, in the order it is measured in. */
final class Scenarios {
  private static final List<Scenario> ALL =
      List.of(
          new SmallestCommand(),
          new ReadUpdateAuditEvent(),
          new ReplayAgainstSelect(),
          new DuplicateStorm(),
          new GrownTable(),
          new PurgeBesideCommands(),
          new ProtectedEndpoint(),
          new CountsPerCommand());

  private Scenarios() {}

  static List<String> names() {
    return ALL.stream().map(Scenario::name).toList();
  }

  /** Those that were asked for; all if none was named. */
  static List<Scenario> chosen(List<String> only) {
    return ALL.stream()
        .filter(scenario -> only.isEmpty() || only.contains(scenario.name()))
        .toList();
  }
}
