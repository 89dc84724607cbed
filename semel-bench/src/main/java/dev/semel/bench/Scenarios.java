package dev.semel.bench;

import dev.semel.bench.scenario.CountsPerCommand;
import dev.semel.bench.scenario.CountsPerEvent;
import dev.semel.bench.scenario.DuplicateStorm;
import dev.semel.bench.scenario.GrownTable;
import dev.semel.bench.scenario.InboxThroughput;
import dev.semel.bench.scenario.ProtectedEndpoint;
import dev.semel.bench.scenario.PublishingCost;
import dev.semel.bench.scenario.PurgeBesideCommands;
import dev.semel.bench.scenario.ReadUpdateAuditEvent;
import dev.semel.bench.scenario.RelayHistory;
import dev.semel.bench.scenario.RelayLatency;
import dev.semel.bench.scenario.RelayThroughput;
import dev.semel.bench.scenario.ReplayAgainstSelect;
import dev.semel.bench.scenario.Scenario;
import dev.semel.bench.scenario.SmallestCommand;
import dev.semel.bench.scenario.WritersBesideRelay;
import java.util.List;
import java.util.stream.Stream;

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
          new CountsPerCommand(),
          new PublishingCost(),
          new CountsPerEvent(),
          new RelayThroughput(),
          new RelayHistory(),
          new RelayLatency(),
          new WritersBesideRelay(),
          new InboxThroughput());

  /** All those whose names begin with it. */
  private static final String EVENTS = "events";

  private Scenarios() {}

  static List<String> names() {
    return Stream.concat(ALL.stream().map(Scenario::name), Stream.of(EVENTS)).toList();
  }

  /** Those that were asked for; all if none was named. */
  static List<Scenario> chosen(List<String> only) {
    return ALL.stream()
        .filter(scenario -> only.isEmpty() || isChosen(scenario.name(), only))
        .toList();
  }

  /**
   * Those that stand in the same tables of a page as one that was asked for, and were not asked
   * for. A page has a place for commands and one for events.
   */
  static List<String> missingBeside(List<String> only) {
    List<Boolean> parts = chosen(only).stream().map(Scenarios::isOfEvents).distinct().toList();
    return ALL.stream()
        .filter(scenario -> parts.contains(isOfEvents(scenario)))
        .map(Scenario::name)
        .filter(name -> !only.isEmpty() && !isChosen(name, only))
        .toList();
  }

  private static boolean isOfEvents(Scenario scenario) {
    return scenario.name().startsWith(EVENTS);
  }

  private static boolean isChosen(String name, List<String> only) {
    return only.contains(name) || (only.contains(EVENTS) && name.startsWith(EVENTS));
  }
}
