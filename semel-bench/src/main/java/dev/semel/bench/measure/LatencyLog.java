package dev.semel.bench.measure;

import java.util.Arrays;

/** Latencies that one thread noted. For one thread. */
final class LatencyLog {
  private static final int FIRST_CAPACITY = 4_096;

  private long[] nanos = new long[FIRST_CAPACITY];
  private int size;

  void add(long latencyNanos) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * size);
    }
    nanos[size++] = latencyNanos;
  }

  long[] nanos() {
    return Arrays.copyOf(nanos, size);
  }
}
