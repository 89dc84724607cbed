/** Endpoints of webhooks in PostgreSQL. */
@NullMarked
package dev.semel.postgres.webhook;

import org.jspecify.annotations.NullMarked;
