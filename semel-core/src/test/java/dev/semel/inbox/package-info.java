/** Settings, readers and words of the inbox. */
@NullMarked
package dev.semel.inbox;

import org.jspecify.annotations.NullMarked;
