package dev.semel.demo.storm;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the callers of an intent were told.
 *
 * @param status of the answer; null if there was none
 * @param id of what they were told was made; null if they were told of nothing
 * @param differing whether two of them were told different things
 */
record Acknowledgement(
    int number, @Nullable Integer status, @Nullable UUID id, boolean differing) {}
