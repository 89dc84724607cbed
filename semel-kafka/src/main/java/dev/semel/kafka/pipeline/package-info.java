/**
 * Kafka to Kafka, exactly once: records are read, turned into other records and written in
 * transactions that also hold how far was read. For effects that are in Kafka; one that is in a
 * database belongs behind an inbox.
 */
@NullMarked
package dev.semel.kafka.pipeline;

import org.jspecify.annotations.NullMarked;
