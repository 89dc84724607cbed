package dev.semel.inbox.internal;

import dev.semel.IntentId;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.spi.SeenMessage;
import dev.semel.inbox.spi.WorkItem;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message to be applied.
 *
 * @param message names its tenant
 * @param recordId what its marker will be known by, so that a commit whose answer was lost is
 *     recognised; a kept message has its own already
 * @param fence null for a message that was just delivered
 */
record Task(
    Message message, IntentId intent, UUID recordId, @Nullable Long fence, int earlierAttempts) {

  static Task delivered(InboxParts<?> parts, ConsumerSettings consumer, Message message) {
    Message named = consumer.withTenant(message);
    return new Task(named, consumer.intentOf(named), parts.recordIds().next(), null, 0);
  }

  /** Whether nobody has taken care of it, as far as a claim has seen. */
  boolean isToBeDone(SeenMessage seen) {
    SeenMessage.Kept kept = seen.kept();
    return fence == null
        ? seen.marker() == null
        : kept != null && kept.state() == MessageState.WAITING && kept.fence() == fence;
  }

  static Task kept(InboxParts<?> parts, ConsumerSettings consumer, WorkItem item) {
    return new Task(
        item.message(),
        consumer.intentOf(item.message()),
        parts.recordIds().next(),
        item.fence(),
        item.attempt() - 1);
  }
}
