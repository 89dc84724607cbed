/** Semel's outbox and those of others, each in a process of its own, all doing the same work. */
@NullMarked
package dev.semel.bench.outbox;

import org.jspecify.annotations.NullMarked;
