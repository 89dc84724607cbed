/**
 * Consuming from Kafka through the inbox: a runner that polls, applies each record once in the
 * database, and then commits offsets; and the parts of it for whoever polls by other means.
 */
@NullMarked
package dev.semel.kafka.consumer;

import org.jspecify.annotations.NullMarked;
