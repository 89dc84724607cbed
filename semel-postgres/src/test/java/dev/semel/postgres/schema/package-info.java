/** The schema of Semel's tables, and the queries that run on it. */
@NullMarked
package dev.semel.postgres.schema;

import org.jspecify.annotations.NullMarked;
