/** The way of events: from the outbox by the relay to Kafka, and from there to the dashboard. */
@NullMarked
package dev.semel.demo.flow;

import org.jspecify.annotations.NullMarked;
