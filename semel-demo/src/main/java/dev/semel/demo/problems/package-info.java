/** Refusals, and the problem documents that tell of them. */
@NullMarked
package dev.semel.demo.problems;

import org.jspecify.annotations.NullMarked;
