/** The commands that are measured: by hand, by Semel, and by insert-then-update. */
@NullMarked
package dev.semel.bench.work;

import org.jspecify.annotations.NullMarked;
