package dev.semel.http.webhook;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a {@link SignatureScheme} found. Exactly one of these. */
public sealed interface Verification {
  /**
   * The signature is the sender's.
   *
   * @param id the sender's id of the message, the same on every retry
   * @param timestamp when this attempt was signed; null where the scheme signs no time, and then
   *     nobody can tell a fresh delivery from one that was recorded long ago
   */
  record Verified(String id, @Nullable Instant timestamp) implements Verification {}

  /**
   * It is not, or cannot be told.
   *
   * @param reason for listeners and logs; the sender is never told
   */
  record Refused(Refusal reason) implements Verification {}
}
