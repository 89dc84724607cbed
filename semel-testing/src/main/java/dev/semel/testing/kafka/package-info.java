/**
 * Real Kafka for tests and demonstrations, without Docker: brokers in this JVM, or each in a JVM of
 * its own that may be killed. Whoever uses it adds {@code org.apache.kafka:kafka_2.13} to the
 * classpath.
 */
@NullMarked
package dev.semel.testing.kafka;

import org.jspecify.annotations.NullMarked;
