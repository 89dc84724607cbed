package dev.semel.demo.ledger;

import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * Entries that belong together and balance.
 *
 * @param amountCents their sum on either side
 */
public record Posting(
    UUID postingId,
    UUID caseId,
    String sourceOperation,
    long amountCents,
    String currency,
    OffsetDateTime postedAt) {}
