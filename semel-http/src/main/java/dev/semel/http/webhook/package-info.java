/**
 * Receives signed webhooks, each applied once. {@link dev.semel.http.webhook.WebhookReceiver} does
 * the work, for any framework; {@link dev.semel.http.webhook.WebhookServlet} puts it on a server.
 */
@NullMarked
package dev.semel.http.webhook;

import org.jspecify.annotations.NullMarked;
