package dev.semel.relay;

import java.time.Duration;

/**
 * Bounds on removing published events. Immutable.
 *
 * @param keep how long an event stays after it was recorded, so that it can be replayed
 * @param maxEventsPerBatch how many events one transaction looks at, 1 to 10 000
 * @param maxBatches how many transactions one call makes, 1 to 1 000 000
 */
public record OutboxRetention(Duration keep, int maxEventsPerBatch, int maxBatches) {
  public OutboxRetention {
    Checks.positive("how long to keep events", keep);
    Checks.between("max events per batch", maxEventsPerBatch, 1, 10_000);
    Checks.between("max batches", maxBatches, 1, 1_000_000);
  }

  /** A thousand at a time, up to a million. */
  public static OutboxRetention of(Duration keep) {
    return new OutboxRetention(keep, 1_000, 1_000);
  }
}
