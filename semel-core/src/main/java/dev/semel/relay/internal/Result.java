package dev.semel.relay.internal;

import java.time.Duration;

/** How a delivery was settled. */
sealed interface Result {
  /** The sink took it. */
  record Published() implements Result {}

  /** It failed for now. */
  record Failed(String reason, Duration retryAfter) implements Result {}

  /** It can never be published. */
  record Refused(String reason) implements Result {}

  /** The sink takes nothing now. */
  record Unavailable(String reason, Duration retryAfter) implements Result {}

  /** It was not tried. */
  record Skipped() implements Result {}
}
