/** The torture run: a small bank of real processes that is broken on purpose, and checked. */
@NullMarked
package dev.semel.torture;

import org.jspecify.annotations.NullMarked;
