package dev.semel.debezium;

import org.jspecify.annotations.Nullable;

/**
 * How a replication slot stands. Immutable.
 *
 * @param slot its name
 * @param health what it comes to
 * @param active whether somebody reads it now
 * @param retainedBytes how much log the server keeps because of it
 * @param unconfirmedBytes how much log was written since what was passed last
 * @param walStatus the server's word: {@code reserved}, {@code extended}, {@code unreserved} or
 *     {@code lost}; null if there is no slot
 */
public record SlotStatus(
    String slot,
    Health health,
    boolean active,
    long retainedBytes,
    long unconfirmedBytes,
    @Nullable String walStatus) {
  /** Whether somebody has to act. */
  public enum Health {
    /** All is well. */
    GOOD,
    /** It keeps more log than configured: find out why the relay is behind, or not running. */
    LAGGING,
    /** The server may remove log that it needs at the next checkpoint. */
    IN_DANGER,
    /** The server has removed log that it needs. The next relay that starts makes a new one. */
    LOST,
    /** There is none: no relay has run yet, or somebody has dropped it. */
    MISSING
  }
}
