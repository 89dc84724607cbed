package dev.semel.bench.scenario;

import dev.semel.bench.load.Load;
import dev.semel.bench.load.Request;
import dev.semel.bench.measure.Allocation;
import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Spread;
import dev.semel.bench.measure.Turn;
import dev.semel.bench.report.Rates;
import dev.semel.bench.report.Report;
import dev.semel.bench.report.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Compares requests that are sent from another process, and what the server allocates for them. */
final class HttpVariants {
  private static final double BYTES_PER_KB = 1_000;

  private final Stage stage;
  private final Load load;

  HttpVariants(Stage stage, Load load) {
    this.stage = stage;
    this.load = load;
  }

  /** Three variants by their names; the first is what the others are compared with. */
  static Map<String, Request> inOrder(
      String first, Request one, String second, Request two, String third, Request three) {
    Map<String, Request> requests = new LinkedHashMap<>();
    requests.put(first, one);
    requests.put(second, two);
    requests.put(third, three);
    return requests;
  }

  void measure(
      String work, int connections, Map<String, Request> requests, Map<String, Target> targets) {
    stage.settleDown();
    Map<String, List<Double>> allocated = new HashMap<>();
    List<Turn> turns = new ArrayList<>();
    requests.forEach(
        (variant, request) -> {
          List<Double> own = allocated.computeIfAbsent(variant, name -> new ArrayList<>());
          turns.add(new Turn(variant, time -> send(request, connections, time, own)));
        });
    String cell =
        String.format(
            Locale.ROOT, "%s, %d connection%s", work, connections, connections == 1 ? "" : "s");
    Comparison compared = stage.interleaved().compare(cell, turns);
    stage.report().add(new Rates(work, connections, compared, targets, null));
    report(work, connections, compared, allocated);
  }

  private Round send(Request request, int connections, Duration time, List<Double> allocated) {
    long before = Allocation.bytesSoFar();
    Round round = load.send(request, connections, time);
    allocated.add((Allocation.bytesSoFar() - before) / BYTES_PER_KB / round.commands());
    return round;
  }

  private void report(
      String work, int connections, Comparison compared, Map<String, List<Double>> allocated) {
    double plainMedian = compared.figure(0, Round::medianMicros).median();
    double plainAllocated = median(allocated, compared.variants().get(0));
    for (int i = 0; i < compared.variants().size(); i++) {
      String variant = compared.variants().get(i);
      double median = compared.figure(i, Round::medianMicros).median();
      double kilobytes = median(allocated, variant);
      stage
          .report()
          .requests()
          .row(
              work,
              Integer.toString(connections),
              variant,
              Report.whole(median),
              i == 0 ? "" : Report.signed(median - plainMedian),
              Report.whole(compared.figure(i, Round::tailMicros).median()),
              Report.whole(kilobytes),
              i == 0 ? "" : Report.signed(kilobytes - plainAllocated));
    }
  }

  /** The first turn is the warm-up. */
  private static double median(Map<String, List<Double>> allocated, String variant) {
    List<Double> own = allocated.getOrDefault(variant, List.of());
    return Spread.of(own.stream().skip(1).mapToDouble(Double::doubleValue).toArray()).median();
  }
}
