/**
 * NATS JetStream at both ends: {@link dev.semel.nats.NatsSink} publishes what the relay hands over,
 * {@link dev.semel.nats.NatsConsumer} applies what a stream delivers, once.
 */
@NullMarked
package dev.semel.nats;

import org.jspecify.annotations.NullMarked;
