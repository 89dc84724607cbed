/**
 * Shows that a handler has one effect and one answer, by breaking it at every step of its work.
 *
 * <p>Begin with {@link dev.semel.testing.crash.CrashExplorer}.
 */
@NullMarked
package dev.semel.testing.crash;

import org.jspecify.annotations.NullMarked;
