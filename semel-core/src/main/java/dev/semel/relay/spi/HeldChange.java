package dev.semel.relay.spi;

import dev.semel.relay.RelayedEvent;
import java.time.Duration;

/** What becomes of an event that was not simply published. Writing it twice changes nothing. */
public sealed interface HeldChange {
  RelayedEvent event();

  /** It waits behind a held or dead one of its aggregate. */
  record Waits(RelayedEvent event) implements HeldChange {}

  /** It failed and is due again after the backoff. */
  record Fails(RelayedEvent event, int failedAttempts, Duration backoff, String reason)
      implements HeldChange {}

  /** It is parked as a dead letter. What waits behind it goes on if dead letters do not block. */
  record Parks(RelayedEvent event, int failedAttempts, String reason) implements HeldChange {}

  /** It was held and is published now. What waits behind it is due. */
  record Succeeds(RelayedEvent event) implements HeldChange {}
}
