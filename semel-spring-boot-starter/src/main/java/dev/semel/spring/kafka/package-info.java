/**
 * What Spring Kafka's containers need to call {@link dev.semel.spring.listener.IdempotentListener}
 * methods.
 */
@NullMarked
package dev.semel.spring.kafka;

import org.jspecify.annotations.NullMarked;
