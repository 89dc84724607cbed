package dev.semel.relay.spi;

import java.util.List;
import java.util.Map;

/**
 * What is due among the held.
 *
 * @param events one per aggregate
 * @param decisions by shard, how many decisions operators have made; when it moves, what is blocked
 *     must be looked up anew
 */
public record DueEvents(List<HeldEvent> events, Map<Integer, Long> decisions) {
  public DueEvents {
    events = List.copyOf(events);
    decisions = Map.copyOf(decisions);
  }
}
