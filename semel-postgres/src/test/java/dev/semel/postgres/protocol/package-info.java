/** The atomic protocol on PostgreSQL: its races, its locks and what it costs. */
@NullMarked
package dev.semel.postgres.protocol;

import org.jspecify.annotations.NullMarked;
