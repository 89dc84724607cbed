package dev.semel;

/**
 * Bounds on a purge. Immutable.
 *
 * @param maxRecordsPerBatch how many records one transaction removes, 1 to {@value #MAX_BATCH}
 * @param maxBatches how many transactions one call makes
 */
public record PurgeSettings(int maxRecordsPerBatch, int maxBatches) {
  public static final int MAX_BATCH = 10_000;

  public PurgeSettings {
    Limits.atLeast("max records per batch", maxRecordsPerBatch, 1);
    Limits.atLeast("max batches", maxBatches, 1);
    if (maxRecordsPerBatch > MAX_BATCH) {
      throw new IllegalArgumentException(
          "max records per batch is %d; at most %d is allowed, so that locks stay short"
              .formatted(maxRecordsPerBatch, MAX_BATCH));
    }
  }

  /** A thousand records at a time, up to a million. */
  public static PurgeSettings standard() {
    return new PurgeSettings(1_000, 1_000);
  }
}
