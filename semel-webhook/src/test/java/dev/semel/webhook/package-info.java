/** Webhooks that are really sent, to servers that really answer. */
@NullMarked
package dev.semel.webhook;

import org.jspecify.annotations.NullMarked;
