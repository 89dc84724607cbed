/** What the guide shows of RabbitMQ. */
@NullMarked
package dev.semel.rabbitmq.guide;

import org.jspecify.annotations.NullMarked;
