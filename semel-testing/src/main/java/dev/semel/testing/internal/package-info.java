/** What the servers for tests share. */
@NullMarked
package dev.semel.testing.internal;

import org.jspecify.annotations.NullMarked;
