package dev.semel.inbox.spi;

import dev.semel.inbox.MessageState;
import dev.semel.inbox.PayloadHash;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a claim found of one message.
 *
 * @param marker null if it was never delivered
 * @param kept null if it is not kept
 * @param version the last version of its aggregate that was applied; null if there is none
 */
public record SeenMessage(
    @Nullable Marker marker, @Nullable Kept kept, @Nullable SeenVersion version) {
  /** The marker of a message. */
  public record Marker(UUID recordId, PayloadHash hash) {}

  /** A kept message, and the fence of the worker that was last given it. */
  public record Kept(MessageState state, long fence) {}
}
