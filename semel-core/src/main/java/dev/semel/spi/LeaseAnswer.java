package dev.semel.spi;

import java.time.Instant;
import java.util.UUID;

/** The store's answer when an attempt asks for a lease. Exactly one of these. */
public sealed interface LeaseAnswer {
  /**
   * The lease is the caller's, committed.
   *
   * @param until on the store's clock
   */
  record Granted(UUID recordId, long fence, Instant until) implements LeaseAnswer {}

  /** There is a record already. */
  record Recorded(IntentRecord record) implements LeaseAnswer {}

  /** A transaction is at work on the intent, or another attempt was faster. Ask again. */
  record Held() implements LeaseAnswer {}
}
