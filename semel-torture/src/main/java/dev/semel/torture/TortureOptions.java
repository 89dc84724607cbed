package dev.semel.torture;

import dev.semel.torture.nemesis.FaultKind;
import dev.semel.torture.nemesis.FaultPlan;
import dev.semel.torture.world.Cast;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a run is asked for. Immutable.
 *
 * @param time for which faults happen
 * @param seed decides which faults happen when, and what clients ask for
 * @param pace the mean time between two faults
 * @param faults the kinds that may happen
 * @param report where the report is written
 */
public record TortureOptions(
    Duration time,
    long seed,
    int nodes,
    int clients,
    Duration pace,
    List<FaultKind> faults,
    Path report,
    Set<Mode> modes) {
  private static final int RELAYS = 2;
  private static final int CONSUMERS = 2;

  /** What a run may be beside. */
  public enum Mode {
    /** PostgreSQL has a standby, which takes over. */
    FAILOVER,
    /** One node is wrong on purpose. */
    BROKEN,
    /** History and logs are kept even if nothing was found. */
    KEEP
  }

  public TortureOptions {
    faults = List.copyOf(faults);
    modes = Set.copyOf(modes);
  }

  static TortureOptions standard(long seed) {
    return new TortureOptions(
        Duration.ofMinutes(1),
        seed,
        2,
        12,
        Duration.ofMillis(1_500),
        List.of(FaultKind.values()),
        Path.of("torture-report.md"),
        Set.of());
  }

  boolean is(Mode mode) {
    return modes.contains(mode);
  }

  Cast cast() {
    return new Cast(nodes, RELAYS, CONSUMERS, is(Mode.FAILOVER), is(Mode.BROKEN));
  }

  FaultPlan plan() {
    return FaultPlan.of(seed, time, pace, faults);
  }

  /** A command line that asks for the same again. */
  public String commandLine() {
    StringBuilder line = new StringBuilder("./semel torture");
    line.append(" --time ").append(words(time));
    line.append(" --seed ").append(seed);
    line.append(" --nodes ").append(nodes);
    line.append(" --clients ").append(clients);
    line.append(" --pace ").append(words(pace));
    if (faults.size() < FaultKind.values().length) {
      line.append(" --faults ").append(faultWords());
    }
    if (is(Mode.FAILOVER)) {
      line.append(" --failover");
    }
    return is(Mode.BROKEN) ? line.append(" --broken").toString() : line.toString();
  }

  private static String words(Duration duration) {
    return duration.toMillisPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
  }

  private String faultWords() {
    return faults.isEmpty()
        ? CommandLine.NONE
        : faults.stream().map(FaultKind::word).collect(Collectors.joining(","));
  }

  TortureOptions time(Duration value) {
    return new TortureOptions(value, seed, nodes, clients, pace, faults, report, modes);
  }

  TortureOptions seed(long value) {
    return new TortureOptions(time, value, nodes, clients, pace, faults, report, modes);
  }

  TortureOptions nodes(int value) {
    return new TortureOptions(time, seed, value, clients, pace, faults, report, modes);
  }

  TortureOptions clients(int value) {
    return new TortureOptions(time, seed, nodes, value, pace, faults, report, modes);
  }

  TortureOptions pace(Duration value) {
    return new TortureOptions(time, seed, nodes, clients, value, faults, report, modes);
  }

  TortureOptions faults(List<FaultKind> value) {
    return new TortureOptions(time, seed, nodes, clients, pace, value, report, modes);
  }

  TortureOptions report(Path value) {
    return new TortureOptions(time, seed, nodes, clients, pace, faults, value, modes);
  }

  /** The same with one mode more. */
  TortureOptions with(Mode mode) {
    Set<Mode> more = EnumSet.of(mode);
    more.addAll(modes);
    return new TortureOptions(time, seed, nodes, clients, pace, faults, report, more);
  }
}
