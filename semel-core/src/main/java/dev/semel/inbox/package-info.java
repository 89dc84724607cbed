/**
 * Consuming messages once: {@link dev.semel.inbox.Inbox} is where to begin. A message's marker, the
 * effect and what it publishes commit together; then the broker is told.
 */
@NullMarked
package dev.semel.inbox;

import org.jspecify.annotations.NullMarked;
