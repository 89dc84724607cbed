/**
 * The store for PostgreSQL: schema, protocol, look-ups. {@link dev.semel.postgres.PostgresStore} is
 * where to begin.
 */
@NullMarked
package dev.semel.postgres;

import org.jspecify.annotations.NullMarked;
