package dev.semel.inbox;

import java.time.Instant;

/**
 * A message whose id was known with another payload.
 *
 * @param times how often it was delivered
 */
public record ViolationRecord(
    String consumer, Message message, Instant firstSeenAt, Instant lastSeenAt, long times) {}
