package dev.semel.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, after it ended. Immutable.
 *
 * @param number from 1, in this call
 * @param status of the answer; null if there was none
 * @param failure null if there was an answer
 * @param mayHaveHappened whether this attempt may have had an effect at the server
 * @param pause before the next attempt; null if there is none
 */
public record AttemptReport(
    ClientIntent intent,
    int number,
    Duration took,
    @Nullable Integer status,
    @Nullable Throwable failure,
    boolean mayHaveHappened,
    @Nullable Duration pause) {}
