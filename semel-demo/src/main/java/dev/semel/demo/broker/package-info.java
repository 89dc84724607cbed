/** The Kafka that events go to, which the demo brings along. */
@NullMarked
package dev.semel.demo.broker;

import org.jspecify.annotations.NullMarked;
