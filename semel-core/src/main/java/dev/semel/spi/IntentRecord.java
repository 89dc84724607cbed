package dev.semel.spi;

import dev.semel.Fingerprint;
import dev.semel.IntentId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The stored record of an intent.
 *
 * @param recordId this record; a key used again after its retention gets another
 * @param intent scope and key
 * @param state where it stands
 * @param fingerprint of the payload it was first run with
 * @param outcome what it answers; null unless the state is settled
 * @param lease who holds it, null unless the state is RUNNING
 * @param reason why it was released or is unknown; null otherwise
 * @param fence the last fence that was granted; 0 for an atomic intent
 * @param attempts how often it was tried, as far as the store knows
 * @param claimedAt when it was first claimed
 * @param settledAt when it left RUNNING for good, null if it has not
 * @param expiresAt when it stops answering and may be purged; null means never
 */
public record IntentRecord(
    UUID recordId,
    IntentId intent,
    State state,
    Fingerprint fingerprint,
    @Nullable StoredOutcome outcome,
    @Nullable LeaseInfo lease,
    @Nullable String reason,
    long fence,
    int attempts,
    Instant claimedAt,
    @Nullable Instant settledAt,
    @Nullable Instant expiresAt) {

  /** A few lines of facts, never content. */
  @Override
  public String toString() {
    return "IntentRecord[%s, %s, attempts %d]".formatted(intent, state, attempts);
  }
}
