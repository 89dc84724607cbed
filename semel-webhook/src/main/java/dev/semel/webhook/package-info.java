/**
 * Outgoing webhooks, signed as Standard Webhooks ask for: {@link dev.semel.webhook.Webhooks} is
 * where to begin.
 */
@NullMarked
package dev.semel.webhook;

import org.jspecify.annotations.NullMarked;
