package dev.semel.relay.spi;

import java.time.Instant;

/**
 * An endpoint that takes nothing. Immutable.
 *
 * @param version of the state that the failures fall into; switched since, it has its time again
 * @param since when an attempt failed for the first time after the last that did not
 * @param reason of that first failure
 */
public record EndpointFailure(String endpoint, long version, Instant since, String reason) {}
