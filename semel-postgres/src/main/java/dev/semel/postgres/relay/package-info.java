/**
 * The relay's database on PostgreSQL: reading the outbox, leases of shards, held events, dead
 * letters. {@link dev.semel.postgres.relay.PostgresRelays} is where to begin.
 */
@NullMarked
package dev.semel.postgres.relay;

import org.jspecify.annotations.NullMarked;
