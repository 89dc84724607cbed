/**
 * Real PostgreSQL for tests, without Docker: one shared server per build, or a server of one's own
 * that a test may crash and restart.
 */
@NullMarked
package dev.semel.testing.postgres;

import org.jspecify.annotations.NullMarked;
