/**
 * A real RabbitMQ for tests, from the program that the system has installed: a process of its own,
 * on ports and data of its own, that a test may crash and restart.
 */
@NullMarked
package dev.semel.testing.rabbitmq;

import org.jspecify.annotations.NullMarked;
