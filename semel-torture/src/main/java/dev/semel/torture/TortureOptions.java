package dev.semel.torture;

import dev.semel.torture.nemesis.FaultKind;
import dev.semel.torture.nemesis.FaultPlan;
import dev.semel.torture.world.Cast;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a run is asked for. Immutable.
 *
 * @param time for which faults happen
 * @param seed decides which faults happen when, and what clients ask for
 * @param pace the mean time between two faults
 * @param faults the kinds that may happen
 * @param report where the report is written
 * @param broken whether one node is made wrong on purpose
 * @param keep whether history and logs are kept even if nothing was found
 */
public record TortureOptions(
    Duration time,
    long seed,
    int nodes,
    int clients,
    Duration pace,
    List<FaultKind> faults,
    Path report,
    boolean broken,
    boolean keep) {
  private static final int RELAYS = 2;
  private static final int CONSUMERS = 2;

  static TortureOptions standard(long seed) {
    return new TortureOptions(
        Duration.ofMinutes(1),
        seed,
        2,
        12,
        Duration.ofMillis(1_500),
        List.of(FaultKind.values()),
        Path.of("torture-report.md"),
        false,
        false);
  }

  Cast cast() {
    return new Cast(nodes, RELAYS, CONSUMERS, broken);
  }

  FaultPlan plan() {
    return FaultPlan.of(seed, time, pace, faults);
  }

  /** A command line that asks for the same again. */
  public String commandLine() {
    StringBuilder line = new StringBuilder("./semel torture");
    line.append(" --time ").append(time.toSeconds()).append('s');
    line.append(" --seed ").append(seed);
    line.append(" --nodes ").append(nodes);
    line.append(" --clients ").append(clients);
    line.append(" --pace ").append(pace.toMillis()).append("ms");
    if (faults.size() < FaultKind.values().length) {
      line.append(" --faults ")
          .append(
              faults.isEmpty()
                  ? CommandLine.NONE
                  : faults.stream().map(FaultKind::word).collect(Collectors.joining(",")));
    }
    return broken ? line.append(" --broken").toString() : line.toString();
  }

  TortureOptions time(Duration value) {
    return new TortureOptions(value, seed, nodes, clients, pace, faults, report, broken, keep);
  }

  TortureOptions seed(long value) {
    return new TortureOptions(time, value, nodes, clients, pace, faults, report, broken, keep);
  }

  TortureOptions nodes(int value) {
    return new TortureOptions(time, seed, value, clients, pace, faults, report, broken, keep);
  }

  TortureOptions clients(int value) {
    return new TortureOptions(time, seed, nodes, value, pace, faults, report, broken, keep);
  }

  TortureOptions pace(Duration value) {
    return new TortureOptions(time, seed, nodes, clients, value, faults, report, broken, keep);
  }

  TortureOptions faults(List<FaultKind> value) {
    return new TortureOptions(
        time, seed, nodes, clients, pace, List.copyOf(value), report, broken, keep);
  }

  TortureOptions report(Path value) {
    return new TortureOptions(time, seed, nodes, clients, pace, faults, value, broken, keep);
  }

  TortureOptions breaking() {
    return new TortureOptions(time, seed, nodes, clients, pace, faults, report, true, keep);
  }

  TortureOptions keeping() {
    return new TortureOptions(time, seed, nodes, clients, pace, faults, report, broken, true);
  }
}
