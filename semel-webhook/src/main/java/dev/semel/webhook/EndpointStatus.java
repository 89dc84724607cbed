package dev.semel.webhook;

import dev.semel.relay.RelayStatus;
import dev.semel.relay.spi.EndpointFailure;
import dev.semel.relay.spi.EndpointState;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint stands, all nodes together. Immutable.
 *
 * @param state whether it is switched on, since when, by whom and why
 * @param failure since when it takes nothing, and why; null if it takes something, or nothing was
 *     sent
 * @param relay what waits, what is held, how many dead letters there are, and which nodes send
 */
public record EndpointStatus(
    String endpoint, EndpointState state, @Nullable EndpointFailure failure, RelayStatus relay) {}
