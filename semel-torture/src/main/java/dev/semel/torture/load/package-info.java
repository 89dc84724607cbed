/** Clients that never give up, and the history they write. */
@NullMarked
package dev.semel.torture.load;

import org.jspecify.annotations.NullMarked;
