/** Everything that writes, broken at each of its steps. */
@NullMarked
package dev.semel.postgres.crash;

import org.jspecify.annotations.NullMarked;
