/** The relays of an application. */
@NullMarked
package dev.semel.spring.relay;

import org.jspecify.annotations.NullMarked;
