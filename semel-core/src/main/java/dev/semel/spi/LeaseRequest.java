package dev.semel.spi;

import dev.semel.Fingerprint;
import dev.semel.IntentId;
import java.time.Duration;
import java.util.UUID;

/**
 * Asks for a lease.
 *
 * @param recordId the id of the record if one has to be made
 * @param owner the node that asks
 * @param length how long the lease lasts from now on the store's clock
 */
public record LeaseRequest(
    UUID recordId, IntentId intent, Fingerprint fingerprint, String owner, Duration length) {}
