package dev.semel.bench.scenario;

import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Round;
import dev.semel.bench.report.Report;
import java.time.Duration;

/** From commit to published, at a rate that leaves everybody time. */
final class Latencies {
  static final int PER_SECOND = 200;
  private static final double MICROS_PER_MILLI = 1_000;

  private Latencies() {}

  /** How many events a turn has: twice the time of others, to have enough for a percentile. */
  static int events(Duration perRound) {
    return (int) Math.max(1, 2 * PER_SECOND * perRound.toMillis() / 1_000);
  }

  static void row(
      Report report,
      String system,
      String variant,
      Comparison compared,
      int index,
      String ratio,
      String target) {
    report
        .delivered()
        .row(
            system,
            variant,
            Report.twoDigits(
                compared.figure(index, Round::medianMicros).median() / MICROS_PER_MILLI),
            Report.twoDigits(compared.figure(index, Round::tailMicros).median() / MICROS_PER_MILLI),
            ratio,
            target);
  }
}
