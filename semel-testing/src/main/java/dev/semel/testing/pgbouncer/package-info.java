/**
 * PgBouncer, the connection pooler, in front of a PostgreSQL test server. The program is the one
 * that the system has installed.
 */
@NullMarked
package dev.semel.testing.pgbouncer;

import org.jspecify.annotations.NullMarked;
