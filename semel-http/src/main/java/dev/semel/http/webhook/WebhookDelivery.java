package dev.semel.http.webhook;

import dev.semel.IntentId;
import org.jspecify.annotations.Nullable;

/**
 * What listeners are told about one delivery. Count by source, result and refusal, which are few;
 * the intent is for logs.
 *
 * @param source who sends, as the receiver calls it
 * @param result what became of it
 * @param refusal why it was not let in; null unless the result is {@link WebhookResult#REFUSED}
 * @param intent names the message; null if it was not let in, or nobody knows whose it is
 */
public record WebhookDelivery(
    String source, WebhookResult result, @Nullable Refusal refusal, @Nullable IntentId intent) {}
