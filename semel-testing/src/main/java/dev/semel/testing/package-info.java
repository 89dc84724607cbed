/**
 * What it takes to test retries: suites that every store must pass, and the parts to run them on.
 */
@NullMarked
package dev.semel.testing;

import org.jspecify.annotations.NullMarked;
