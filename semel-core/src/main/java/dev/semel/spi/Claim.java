package dev.semel.spi;

import dev.semel.Fingerprint;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The store's answer when an attempt asks to run an intent atomically. Exactly one of these. */
public sealed interface Claim {
  /**
   * Nobody has run it and nobody seems to be running it. The caller may; the unique key has the
   * last word at settle.
   *
   * @param transactionAt marks the transaction that holds the claim; null if there is none yet
   * @param replaces a record that settling removes first: its retention has ended, or its lease was
   *     given back
   * @param bound the fingerprint that a given-back record binds its key to
   */
  record Granted(
      @Nullable Instant transactionAt, @Nullable UUID replaces, @Nullable Fingerprint bound)
      implements Claim, Settlement.Basis {
    /** Nothing is known and nothing stands in the way. */
    public static Granted free() {
      return new Granted(null, null, null);
    }
  }

  /** There is a record: settled, unknown, or leased to somebody. */
  record Recorded(IntentRecord record) implements Claim {}

  /** Another transaction is at work on it. */
  record Held() implements Claim {}
}
