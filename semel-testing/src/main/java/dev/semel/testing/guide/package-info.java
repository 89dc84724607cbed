/** Keeps a guide true: what its pages show is what tests run. */
@NullMarked
package dev.semel.testing.guide;

import org.jspecify.annotations.NullMarked;
