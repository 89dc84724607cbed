package dev.semel.bench.scenario;

/**
 * How many events to measure with. Immutable.
 *
 * @param events how many the outboxes of others deliver in a turn; Semel's delivers ten times as
 *     many
 * @param waiting how many Semel's delivers that have gathered
 * @param history how many old ones are in the outbox, beside none
 * @param withPeers whether other libraries are measured too
 */
public record EventCounts(int events, int waiting, int history, boolean withPeers) {
  private static final int SEMEL_FACTOR = 10;

  public static EventCounts standard() {
    return new EventCounts(10_000, 1_000_000, 10_000_000, true);
  }

  public static EventCounts quick() {
    return new EventCounts(1_000, 20_000, 100_000, true);
  }

  public EventCounts events(int number) {
    return new EventCounts(number, waiting, history, withPeers);
  }

  public EventCounts waiting(int number) {
    return new EventCounts(events, number, history, withPeers);
  }

  public EventCounts history(int number) {
    return new EventCounts(events, waiting, number, withPeers);
  }

  public EventCounts withoutPeers() {
    return new EventCounts(events, waiting, history, false);
  }

  /** How many Semel's outbox delivers in a turn: enough to take a while. */
  int eventsOfSemel() {
    return SEMEL_FACTOR * events;
  }
}
