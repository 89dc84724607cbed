package dev.semel.spi;

import dev.semel.IntentId;
import java.util.UUID;

/**
 * What an owner, or somebody who looked, knows of a lease. Only all of it together is a right: a
 * key that is used again after its retention has another record, whose fences begin anew.
 */
public record LeaseToken(IntentId intent, UUID recordId, long fence) {
  /** The lease as a record shows it. */
  public static LeaseToken of(IntentRecord record) {
    return new LeaseToken(record.intent(), record.recordId(), record.fence());
  }
}
