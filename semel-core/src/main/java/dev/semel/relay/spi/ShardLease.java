package dev.semel.relay.spi;

/**
 * A shard that a node holds.
 *
 * @param fence grows with every takeover
 */
public record ShardLease(int shard, long fence) {}
