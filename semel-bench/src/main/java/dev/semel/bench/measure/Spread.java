package dev.semel.bench.measure;

import java.util.Arrays;

/** The middle of several measurements and how far they lie apart. */
public record Spread(double min, double median, double max) {

  public static Spread of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(sorted[0], median, sorted[sorted.length - 1]);
  }
}
