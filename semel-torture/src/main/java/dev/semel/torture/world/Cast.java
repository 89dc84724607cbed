package dev.semel.torture.world;

/**
 * How many of each there are. Immutable.
 *
 * @param failover whether PostgreSQL has a standby that takes over
 * @param broken whether the first node protects its commands in ways that do not hold
 */
public record Cast(int nodes, int relays, int consumers, boolean failover, boolean broken) {}
