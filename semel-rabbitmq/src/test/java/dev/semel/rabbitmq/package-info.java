/** Sink and consumer against a real RabbitMQ and a real PostgreSQL. */
@NullMarked
package dev.semel.rabbitmq;

import org.jspecify.annotations.NullMarked;
