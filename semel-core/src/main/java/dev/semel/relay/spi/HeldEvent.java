package dev.semel.relay.spi;

/**
 * An event that failed and is due again.
 *
 * @param failedAttempts how often it failed
 * @param heldForMillis since it was held first
 */
public record HeldEvent(StoredEvent stored, int failedAttempts, long heldForMillis) {}
