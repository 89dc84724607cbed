/** Listeners that Spring Kafka's containers call. */
@NullMarked
package dev.semel.spring.internal.kafka;

import org.jspecify.annotations.NullMarked;
