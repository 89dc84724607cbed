/**
 * Events leave the database: the relay reads the outbox in order and hands it to a sink. {@link
 * dev.semel.relay.Relay} is where to begin; {@link dev.semel.relay.Sink} is what the next broker
 * needs one class for.
 */
@NullMarked
package dev.semel.relay;

import org.jspecify.annotations.NullMarked;
