package dev.semel.bench.measure;

import java.time.Duration;

/**
 * How long to measure. Immutable.
 *
 * @param rounds how often each variant gets its turn
 * @param perRound how long one turn takes
 */
public record Plan(int rounds, Duration perRound) {}
