/** How messages are applied. For nobody but the inbox. */
@NullMarked
package dev.semel.inbox.internal;

import org.jspecify.annotations.NullMarked;
