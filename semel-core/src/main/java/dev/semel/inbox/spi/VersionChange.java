package dev.semel.inbox.spi;

import org.jspecify.annotations.Nullable;

/**
 * A step of an aggregate, or the assertion that it has not moved since it was seen.
 *
 * @param aggregateType empty where messages name none
 * @param expected what the claim saw; null if it saw nothing
 * @param next where it is now
 */
public record VersionChange(
    String aggregateType, String key, @Nullable SeenVersion expected, SeenVersion next) {}
