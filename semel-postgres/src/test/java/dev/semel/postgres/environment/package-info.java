/** The ways in which companies reach PostgreSQL: poolers, wrappers, driver options, roles. */
@NullMarked
package dev.semel.postgres.environment;

import org.jspecify.annotations.NullMarked;
