package dev.semel.bench;

import dev.semel.bench.measure.Plan;
import dev.semel.bench.scenario.EventCounts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run was asked to do. Immutable.
 *
 * @param rounds how often each variant gets its turn
 * @param seconds how long one turn takes
 * @param connections the sizes of pools to measure with
 * @param records the sizes of record tables to measure with, beside the empty one
 * @param events how many events to measure with
 * @param only names of the scenarios to run; empty means all
 * @param out the page to write the tables into; null prints them only
 * @param data where the server keeps its files from run to run; null means a temporary folder
 */
record BenchOptions(
    int rounds,
    double seconds,
    List<Integer> connections,
    List<Integer> records,
    EventCounts events,
    List<String> only,
    @Nullable Path out,
    @Nullable Path data) {

  static BenchOptions standard() {
    return new BenchOptions(
        7,
        3,
        List.of(1, 8, 32),
        List.of(1_000_000, 20_000_000),
        EventCounts.standard(),
        List.of(),
        null,
        null);
  }

  /** Everything once, briefly, to see that it works; the numbers mean little. */
  BenchOptions quick() {
    return new BenchOptions(
        3, 0.5, connections, List.of(10_000, 100_000), EventCounts.quick(), only, out, data);
  }

  BenchOptions withRounds(int value) {
    return new BenchOptions(value, seconds, connections, records, events, only, out, data);
  }

  BenchOptions withSeconds(double value) {
    return new BenchOptions(rounds, value, connections, records, events, only, out, data);
  }

  BenchOptions withConnections(List<Integer> value) {
    return new BenchOptions(rounds, seconds, value, records, events, only, out, data);
  }

  BenchOptions withRecords(List<Integer> value) {
    return new BenchOptions(rounds, seconds, connections, value, events, only, out, data);
  }

  BenchOptions withEvents(EventCounts value) {
    return new BenchOptions(rounds, seconds, connections, records, value, only, out, data);
  }

  BenchOptions withOnly(List<String> value) {
    return new BenchOptions(rounds, seconds, connections, records, events, value, out, data);
  }

  BenchOptions withOut(Path value) {
    return new BenchOptions(rounds, seconds, connections, records, events, only, value, data);
  }

  BenchOptions withData(Path value) {
    return new BenchOptions(rounds, seconds, connections, records, events, only, out, value);
  }

  Plan plan() {
    return new Plan(rounds, Duration.ofMillis(Math.round(seconds * 1_000)));
  }
}
