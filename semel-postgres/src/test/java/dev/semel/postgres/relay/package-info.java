/** The relay on PostgreSQL. */
@NullMarked
package dev.semel.postgres.relay;

import org.jspecify.annotations.NullMarked;
