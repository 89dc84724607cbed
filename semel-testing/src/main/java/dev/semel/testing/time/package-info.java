/** A clock for tests that stands still until it is told to move. */
@NullMarked
package dev.semel.testing.time;

import org.jspecify.annotations.NullMarked;
