package dev.semel.demo.ledger;

import java.util.UUID;

/**
 * The ledger has the fee.
 *
 * @param version of the case
 * @param created whether this command posted it; if not, the source operation was posted before
 */
public record FeePosted(
    UUID caseId,
    UUID postingId,
    String sourceOperation,
    long amountCents,
    String currency,
    long version,
    boolean created) {}
