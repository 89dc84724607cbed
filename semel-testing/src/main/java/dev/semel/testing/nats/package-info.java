/**
 * A real NATS server with JetStream for tests, from the program that the system has installed: a
 * process of its own, on a port and data of its own, that a test may crash and restart.
 */
@NullMarked
package dev.semel.testing.nats;

import org.jspecify.annotations.NullMarked;
