package dev.semel.webhook;

import dev.semel.relay.RelayStatus;
import dev.semel.relay.spi.EndpointState;

/**
 * How an endpoint stands, all nodes together. Immutable.
 *
 * @param state whether it is switched on, since when, by whom and why
 * @param relay what waits, what is held, how many dead letters there are, and which nodes send
 */
public record EndpointStatus(String endpoint, EndpointState state, RelayStatus relay) {}
