/** Measures Semel beside the same work written by hand, in one run. */
@NullMarked
package dev.semel.bench;

import org.jspecify.annotations.NullMarked;
