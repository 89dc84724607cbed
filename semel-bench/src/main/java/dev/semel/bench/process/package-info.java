/** Processes of their own, which do what they are told and say how long it took. */
@NullMarked
package dev.semel.bench.process;

import org.jspecify.annotations.NullMarked;
