package dev.semel.demo.timeline;

import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Something in a case's history. What one command wrote has one record id.
 *
 * @param kind {@code audit}: what was done; {@code event}: what is told of it
 * @param intent a few digits that name the intent without giving its key away
 * @param action what was done; null for an event
 * @param type what happened; null for an audit row
 * @param version of the case by this event; null for an audit row
 * @param payload the event's data; null for an audit row
 */
public record TimelineEntry(
    String kind,
    OffsetDateTime at,
    UUID recordId,
    String intent,
    String operation,
    String principal,
    @Nullable String action,
    @Nullable String detail,
    @Nullable String type,
    @Nullable Long version,
    @Nullable JsonNode payload) {}
