/**
 * RabbitMQ at both ends: {@link dev.semel.rabbitmq.RabbitSink} publishes what the relay hands over,
 * {@link dev.semel.rabbitmq.RabbitConsumer} applies what a queue delivers, once.
 */
@NullMarked
package dev.semel.rabbitmq;

import org.jspecify.annotations.NullMarked;
