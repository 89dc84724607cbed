package dev.semel.inbox.spi;

import java.util.List;

/**
 * What a store found when a batch was claimed.
 *
 * @param granted false if another transaction is at work on the first message that is new; then
 *     nothing may be applied
 * @param seen one for each message, in their order
 */
public record InboxClaim(boolean granted, List<SeenMessage> seen) {
  public InboxClaim {
    seen = List.copyOf(seen);
  }
}
