/**
 * Kafka as a place where events go: {@link dev.semel.kafka.KafkaSink} behind a relay.
 *
 * <p>{@code dev.semel.kafka.consumer} applies records to a database once, {@code
 * dev.semel.kafka.pipeline} turns records into records exactly once.
 */
@NullMarked
package dev.semel.kafka;

import org.jspecify.annotations.NullMarked;
