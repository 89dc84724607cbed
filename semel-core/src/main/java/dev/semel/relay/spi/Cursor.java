package dev.semel.relay.spi;

/**
 * What a shard has passed, in the store's own terms. Two cursors are equal if and only if they have
 * passed the same; shards whose cursors are equal are read together. Immutable.
 */
public interface Cursor {}
