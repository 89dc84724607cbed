package dev.semel.torture.nemesis;

/**
 * A fault and its time. Immutable.
 *
 * @param atMillis since the beginning of the faults
 * @param target which of them; counted from 0, and taken modulo how many there are
 * @param lengthMillis how long it lasts
 * @param amount of what the kind needs: milliseconds of delay, by how much a clock is off, or, if
 *     even or odd, a direction
 */
public record PlannedFault(
    long atMillis, FaultKind kind, int target, int lengthMillis, int amount) {}
