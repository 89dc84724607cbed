package dev.semel.demo.timers;

import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * A timer runs.
 *
 * @param version of the case
 */
public record TimerStarted(UUID caseId, TimerType type, OffsetDateTime dueAt, long version) {}
