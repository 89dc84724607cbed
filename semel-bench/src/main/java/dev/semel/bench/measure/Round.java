package dev.semel.bench.measure;

import java.util.Arrays;
import java.util.List;

/** What one variant did in one turn. Immutable. */
public final class Round {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  private final long elapsedNanos;
  private final long[] sortedNanos;

  private Round(long elapsedNanos, long[] sortedNanos) {
    this.elapsedNanos = elapsedNanos;
    this.sortedNanos = sortedNanos;
  }

  /**
   * Puts together what the threads of a crew did.
   *
   * @param elapsedNanos from the start of the first to the end of the last
   */
  static Round of(long elapsedNanos, List<LatencyLog> logs) {
    return of(
        elapsedNanos, logs.stream().map(LatencyLog::nanos).flatMapToLong(Arrays::stream).toArray());
  }

  /**
   * What was done elsewhere.
   *
   * @param elapsedNanos from the start of the first to the end of the last
   * @param latenciesNanos one for each command, in any order
   */
  public static Round of(long elapsedNanos, long[] latenciesNanos) {
    if (latenciesNanos.length == 0) {
      throw new IllegalStateException("nothing got done in a round; give more time with --seconds");
    }
    long[] sorted = latenciesNanos.clone();
    Arrays.sort(sorted);
    return new Round(elapsedNanos, sorted);
  }

  public long elapsedNanos() {
    return elapsedNanos;
  }

  /** How long each command took, the fastest first. */
  public long[] latenciesNanos() {
    return sortedNanos.clone();
  }

  public int commands() {
    return sortedNanos.length;
  }

  public double perSecond() {
    return commands() * NANOS_PER_SECOND / elapsedNanos;
  }

  /** The latency that half of the commands stayed within. */
  public double medianMicros() {
    return percentileMicros(0.50);
  }

  /** The latency that all but one in a hundred stayed within. */
  public double tailMicros() {
    return percentileMicros(0.99);
  }

  private double percentileMicros(double part) {
    int place = (int) Math.ceil(part * sortedNanos.length) - 1;
    return sortedNanos[Math.max(0, place)] / NANOS_PER_MICRO;
  }
}
