/** Sends requests from a process of its own, so that the server is measured and not the sender. */
@NullMarked
package dev.semel.bench.load;

import org.jspecify.annotations.NullMarked;
