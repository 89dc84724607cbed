package dev.semel.kafka.pipeline;

import java.time.Duration;

/**
 * How a pipeline works. Immutable; each method returns a changed copy.
 *
 * @param lanes how many threads, each with a consumer and a producer; 1 to {@value #MAX_LANES}.
 *     More than there are partitions have nothing to do
 * @param maxRecordsPerTransaction how many records are read in one transaction at most, 1 to 100
 *     000. More is faster, and readers see them later
 * @param attempts how often a record that the transform throws at is tried, 1 to 100, before it is
 *     a dead letter
 * @param firstBackoff how long a lane waits after the first failure; doubles with every further one
 * @param lastBackoff how long it waits at most
 * @param transactionTimeout after which the broker aborts a transaction that nobody ends: how long
 *     a killed process keeps readers waiting if it is not restarted under its name
 */
public record PipelineSettings(
    int lanes,
    int maxRecordsPerTransaction,
    int attempts,
    Duration firstBackoff,
    Duration lastBackoff,
    Duration transactionTimeout) {
  public static final int MAX_LANES = 64;

  public PipelineSettings {
    between("lanes", lanes, 1, MAX_LANES);
    between("max records per transaction", maxRecordsPerTransaction, 1, 100_000);
    between("attempts", attempts, 1, 100);
    positive("first backoff", firstBackoff);
    positive("transaction timeout", transactionTimeout);
    if (firstBackoff.compareTo(lastBackoff) > 0) {
      throw new IllegalArgumentException(
          "first backoff %s is longer than the last %s".formatted(firstBackoff, lastBackoff));
    }
  }

  /**
   * One lane, 500 records per transaction, three attempts, backoff from 100 ms to 10 s,
   * transactions of a minute at most.
   */
  public static PipelineSettings standard() {
    return new PipelineSettings(
        1, 500, 3, Duration.ofMillis(100), Duration.ofSeconds(10), Duration.ofMinutes(1));
  }

  public PipelineSettings lanes(int number) {
    return new PipelineSettings(
        number, maxRecordsPerTransaction, attempts, firstBackoff, lastBackoff, transactionTimeout);
  }

  public PipelineSettings maxRecordsPerTransaction(int number) {
    return new PipelineSettings(
        lanes, number, attempts, firstBackoff, lastBackoff, transactionTimeout);
  }

  public PipelineSettings attempts(int number) {
    return new PipelineSettings(
        lanes, maxRecordsPerTransaction, number, firstBackoff, lastBackoff, transactionTimeout);
  }

  public PipelineSettings backoff(Duration first, Duration last) {
    return new PipelineSettings(
        lanes, maxRecordsPerTransaction, attempts, first, last, transactionTimeout);
  }

  public PipelineSettings transactionTimeout(Duration timeout) {
    return new PipelineSettings(
        lanes, maxRecordsPerTransaction, attempts, firstBackoff, lastBackoff, timeout);
  }

  /** The wait after so many failures in a row. */
  Duration backoffAfter(int failures) {
    int doublings = Math.min(failures - 1, 20);
    Duration wait = firstBackoff.multipliedBy(1L << doublings);
    return wait.compareTo(lastBackoff) > 0 ? lastBackoff : wait;
  }

  private static void between(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s is %d; it must be between %d and %d".formatted(what, value, min, max));
    }
  }

  private static void positive(String what, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException("%s is %s; it must be positive".formatted(what, value));
    }
  }
}
