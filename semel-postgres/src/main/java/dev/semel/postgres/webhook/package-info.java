/** Which endpoints of webhooks are switched off, in PostgreSQL. */
@NullMarked
package dev.semel.postgres.webhook;

import org.jspecify.annotations.NullMarked;
