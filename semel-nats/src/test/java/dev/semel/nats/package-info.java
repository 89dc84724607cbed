/** Sink and consumer against a real NATS server and a real PostgreSQL. */
@NullMarked
package dev.semel.nats;

import org.jspecify.annotations.NullMarked;
