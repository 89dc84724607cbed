/** What PostgreSQL's failures do to an intent, provoked on a real server. */
@NullMarked
package dev.semel.postgres.failure;

import org.jspecify.annotations.NullMarked;
