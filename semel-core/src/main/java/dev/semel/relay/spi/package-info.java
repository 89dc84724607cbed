/** What a database implements so that the relay can run on it. */
@NullMarked
package dev.semel.relay.spi;

import org.jspecify.annotations.NullMarked;
