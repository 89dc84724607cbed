package dev.semel.relay.spi;

/**
 * What a purge did.
 *
 * @param removed how many events
 * @param lastSequence of the events it looked at
 * @param more whether there may be more to remove
 */
public record PurgedBatch(int removed, long lastSequence, boolean more) {}
