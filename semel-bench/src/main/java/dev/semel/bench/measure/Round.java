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
    long[] nanos = logs.stream().map(LatencyLog::nanos).flatMapToLong(Arrays::stream).toArray();
    if (nanos.length == 0) {
      throw new IllegalStateException("nothing got done in a round; give more time with --seconds");
    }
    Arrays.sort(nanos);
    return new Round(elapsedNanos, nanos);
  }

  public int commands() {
    return sortedNanos.length;
  }

  public double perSecond() {
    return commands() * NANOS_PER_SECOND / elapsedNanos;
  }

  /**
   * The latency that the given part of the commands stayed within.
   *
   * @param part such as 0.99
   */
  public double percentileMicros(double part) {
    int place = (int) Math.ceil(part * sortedNanos.length) - 1;
    return sortedNanos[Math.max(0, place)] / NANOS_PER_MICRO;
  }
}
