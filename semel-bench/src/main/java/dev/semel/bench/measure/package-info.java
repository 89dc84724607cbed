/** Runs work for a time, in turns with other work, and compares how often it got done. */
@NullMarked
package dev.semel.bench.measure;

import org.jspecify.annotations.NullMarked;
