package dev.semel.http.webhook;

import org.jspecify.annotations.Nullable;

/**
 * Finds the sender of a request by what it says of itself, such as its path. Nothing is verified
 * yet: the sender that is found decides about the key and the tenant alike, so a wrong claim ends
 * in a wrong signature. Safe for use by several threads.
 */
@FunctionalInterface
public interface SenderResolver {
  /** The sender, or null if there is none; that is answered like a wrong signature. */
  @Nullable Sender senderOf(WebhookRequest request);
}
