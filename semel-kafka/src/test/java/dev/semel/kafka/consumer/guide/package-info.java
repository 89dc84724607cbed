/** The snippets of the guide on consuming from Kafka. */
@NullMarked
package dev.semel.kafka.consumer.guide;

import org.jspecify.annotations.NullMarked;
