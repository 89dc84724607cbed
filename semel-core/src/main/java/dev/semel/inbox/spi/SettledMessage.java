package dev.semel.inbox.spi;

import dev.semel.IntentId;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageState;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of one message when its transaction commits.
 *
 * @param intent the message as an intent, for audit and events
 * @param recordId the marker's; of a kept message, the one it has
 * @param state any but WAITING
 * @param reason for people, where the state has one
 * @param reportAfter when a parked message is overdue; null if it is not parked
 * @param fence of a kept message, the fence it was given with; null for one that is new
 */
public record SettledMessage(
    Message message,
    IntentId intent,
    UUID recordId,
    MessageState state,
    @Nullable String reason,
    @Nullable Duration reportAfter,
    @Nullable Long fence) {}
