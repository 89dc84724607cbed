package dev.semel.relay;

/**
 * What events keep their order within. Immutable.
 *
 * @param tenant whose it is
 * @param type what kind of thing
 * @param id which one
 */
public record Aggregate(String tenant, String type, String id) {}
