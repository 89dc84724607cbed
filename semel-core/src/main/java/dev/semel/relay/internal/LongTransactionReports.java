package dev.semel.relay.internal;

import dev.semel.relay.OpenTransaction;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides when an open transaction is reported: once it is older than a limit, and again each time
 * its age has doubled. For one thread.
 */
final class LongTransactionReports {
  private final Duration limit;
  private @Nullable OpenTransaction lastReported;

  LongTransactionReports(Duration limit) {
    this.limit = limit;
  }

  /** Returns whether to report the oldest open transaction now. */
  boolean isDue(@Nullable OpenTransaction oldest) {
    if (oldest == null
        || oldest.age().compareTo(limit) < 0
        || oldest.age().compareTo(next(oldest)) < 0) {
      return false;
    }
    lastReported = oldest;
    return true;
  }

  /** Returns the age at which a transaction is reported next. */
  private Duration next(OpenTransaction oldest) {
    OpenTransaction last = lastReported;
    boolean same =
        last != null
            && last.processId() == oldest.processId()
            && oldest.age().compareTo(last.age()) >= 0;
    return last != null && same ? last.age().multipliedBy(2) : limit;
  }
}
