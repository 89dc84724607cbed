package dev.semel.relay.internal;

import java.util.concurrent.ThreadLocalRandom;

/** A pause that doubles with every failure and ends with a success. For one thread. */
final class Backoff {
  private final long firstNanos;
  private final long lastNanos;
  private long nextNanos;
  private long untilNanos;
  private boolean pausing;

  Backoff(long firstNanos, long lastNanos) {
    this.firstNanos = firstNanos;
    this.lastNanos = lastNanos;
    this.nextNanos = firstNanos;
  }

  /** Pauses longer than the last time, with jitter, and at least as long as asked. */
  long pause(long nanoTime, long atLeastNanos) {
    double jitter = 0.5 + ThreadLocalRandom.current().nextDouble() / 2;
    long nanos = Math.max((long) (nextNanos * jitter), atLeastNanos);
    nextNanos = Math.min(2 * nextNanos, lastNanos);
    untilNanos = nanoTime + nanos;
    pausing = true;
    return nanos;
  }

  /** Starts anew; true if there had been a failure. */
  boolean reset() {
    boolean was = pausing;
    pausing = false;
    nextNanos = firstNanos;
    return was;
  }

  /** How long the pause still lasts; 0 if there is none. */
  long remainingNanos(long nanoTime) {
    return pausing ? Math.max(0, untilNanos - nanoTime) : 0;
  }
}
