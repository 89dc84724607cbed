package dev.semel.demo.officers;

import java.util.UUID;

/**
 * The primary officer of a case.
 *
 * @param version of the case
 * @param applied whether this command made them so; if not, they were already
 */
public record OfficerAssigned(UUID caseId, String officer, long version, boolean applied) {}
