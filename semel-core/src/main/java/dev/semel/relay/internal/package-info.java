/** How the relay works inside. */
@NullMarked
package dev.semel.relay.internal;

import org.jspecify.annotations.NullMarked;
