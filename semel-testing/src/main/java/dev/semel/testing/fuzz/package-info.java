/** Facts about any input, tried with seeds that are kept and with fresh ones. */
@NullMarked
package dev.semel.testing.fuzz;

import org.jspecify.annotations.NullMarked;
