package dev.semel.demo.evidence;

import java.util.UUID;

/**
 * The case has the evidence.
 *
 * @param version of the case
 * @param created whether this command added it; if not, the same content was there
 */
public record EvidenceSubmitted(
    UUID caseId, UUID evidenceId, String sha256, long version, boolean created) {}
