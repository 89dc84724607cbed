/** The snippets of the guide on outgoing webhooks. */
@NullMarked
package dev.semel.webhook.guide;

import org.jspecify.annotations.NullMarked;
