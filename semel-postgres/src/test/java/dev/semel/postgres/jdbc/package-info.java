/** What commands are built from: insert-or-find, guarded transitions, locks, named SQL. */
@NullMarked
package dev.semel.postgres.jdbc;

import org.jspecify.annotations.NullMarked;
