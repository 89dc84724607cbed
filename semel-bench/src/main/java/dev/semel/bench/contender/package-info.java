/** Semel and other libraries, each in a process of its own, all given the same small task. */
@NullMarked
package dev.semel.bench.contender;

import org.jspecify.annotations.NullMarked;
