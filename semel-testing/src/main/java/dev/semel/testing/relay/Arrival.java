package dev.semel.testing.relay;

import java.util.UUID;

/**
 * An event that a sink has taken, as the database recorded it.
 *
 * @param node whose relay sent it
 * @param version of its aggregate
 * @param replay whether it was marked as one that is sent again
 */
public record Arrival(String node, UUID event, String aggregate, long version, boolean replay) {}
