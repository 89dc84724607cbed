package dev.semel.demo.storm;

import java.util.Set;
import java.util.UUID;

/**
 * What the database has of an intent. Each number should be one.
 *
 * @param effects cases or notes
 * @param audits rows of the audit
 * @param events rows of the outbox
 * @param records of the intent itself
 * @param ids of the effects
 */
record Found(int number, long effects, long audits, long events, long records, Set<UUID> ids) {}
