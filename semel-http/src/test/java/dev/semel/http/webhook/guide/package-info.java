/** What the guide shows about webhooks, running. */
@NullMarked
package dev.semel.http.webhook.guide;

import org.jspecify.annotations.NullMarked;
