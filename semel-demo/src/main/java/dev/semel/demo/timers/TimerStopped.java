package dev.semel.demo.timers;

import java.util.UUID;

/**
 * No timer of this type runs.
 *
 * @param version of the case
 * @param applied whether this command stopped one; if not, none ran
 */
public record TimerStopped(UUID caseId, TimerType type, long version, boolean applied) {}
