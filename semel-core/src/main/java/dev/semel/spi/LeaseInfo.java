package dev.semel.spi;

import java.time.Duration;
import java.time.Instant;

/**
 * Who holds a running record, on the store's clock.
 *
 * @param owner the node that holds it
 * @param fence grows with every grant
 * @param until when it expires
 * @param remaining zero or negative once it has expired, judged by the store at the time of reading
 */
public record LeaseInfo(String owner, long fence, Instant until, Duration remaining) {
  public boolean isStale() {
    return remaining.isNegative() || remaining.isZero();
  }
}
