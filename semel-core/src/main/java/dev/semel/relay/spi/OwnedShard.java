package dev.semel.relay.spi;

/** A shard that was acquired just now, and what it has passed. */
public record OwnedShard(ShardLease lease, Cursor cursor) {}
