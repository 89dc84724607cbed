package dev.semel.relay;

import java.time.Instant;

/**
 * An event that could not be published and waits for an operator. Immutable.
 *
 * @param waiting how many events of its aggregate wait behind it
 */
public record DeadLetter(
    RelayedEvent event, int shard, int attempts, String reason, Instant parkedAt, long waiting) {}
