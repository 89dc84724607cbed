package dev.semel.demo.cases;

import java.util.UUID;

/**
 * Where a case is after a decision.
 *
 * @param applied whether this command moved it; if not, it was there already
 */
public record CaseMoved(UUID caseId, CaseState state, long version, boolean applied) {}
