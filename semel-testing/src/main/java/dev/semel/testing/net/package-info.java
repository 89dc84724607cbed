/**
 * A TCP proxy that breaks connections on purpose, at a moment the test names, and ports for
 * servers.
 */
@NullMarked
package dev.semel.testing.net;

import org.jspecify.annotations.NullMarked;
