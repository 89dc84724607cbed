package dev.semel.inbox.spi;

import dev.semel.inbox.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * A step of an aggregate, or the assertion that it has not moved since it was seen.
 *
 * @param expected what the claim saw; null if it saw nothing
 * @param next where it is now
 */
public record VersionChange(
    Aggregate aggregate, @Nullable SeenVersion expected, SeenVersion next) {}
