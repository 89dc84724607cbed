/**
 * The relay on the server's log: the outbox read through an embedded Debezium engine instead of by
 * queries. {@link dev.semel.debezium.DebeziumRelays} is where to begin.
 */
@NullMarked
package dev.semel.debezium;

import org.jspecify.annotations.NullMarked;
