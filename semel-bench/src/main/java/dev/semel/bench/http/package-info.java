/** Casework, and its endpoints once more without Semel. */
@NullMarked
package dev.semel.bench.http;

import org.jspecify.annotations.NullMarked;
