package dev.semel.inbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message that is kept, as operators see it.
 *
 * @param consumer whose it is
 * @param attempts how many were begun since it was stored or redriven
 * @param reason what went wrong last, what it waits for, or why it was given up
 * @param receivedAt when it was stored
 * @param dueAt when it is tried next, or reported as overdue; null if neither
 * @param settledAt when it got its final state
 */
public record KeptMessage(
    String consumer,
    Message message,
    MessageState state,
    int attempts,
    @Nullable String reason,
    Instant receivedAt,
    @Nullable Instant dueAt,
    @Nullable Instant settledAt) {}
