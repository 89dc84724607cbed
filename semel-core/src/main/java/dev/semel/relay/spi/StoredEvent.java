package dev.semel.relay.spi;

import dev.semel.relay.RelayedEvent;

/** An event, and the shard it belongs to. */
public record StoredEvent(int shard, RelayedEvent event) {}
