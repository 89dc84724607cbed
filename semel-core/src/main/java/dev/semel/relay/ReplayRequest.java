package dev.semel.relay;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which events to send again for consumers that rebuild. What is null or empty does not matter.
 * Immutable; each method returns a changed copy.
 *
 * @param name marks the replayed events, in the header {@value RelayedEvent#REPLAY_HEADER}
 * @param from recorded at this time or later
 * @param until recorded before this time
 * @param types of one of these types
 * @param tenant whose
 * @param aggregateType about what kind of thing
 * @param aggregateId about which thing
 * @param maxEventsPerSecond how fast at most, 1 to 1 000 000
 */
public record ReplayRequest(
    String name,
    @Nullable Instant from,
    @Nullable Instant until,
    Set<String> types,
    @Nullable String tenant,
    @Nullable String aggregateType,
    @Nullable String aggregateId,
    int maxEventsPerSecond) {
  private static final int MAX_NAME_CHARACTERS = 100;
  private static final int DEFAULT_EVENTS_PER_SECOND = 1_000;

  public ReplayRequest {
    Checks.name("the name of a replay", name, MAX_NAME_CHARACTERS);
    Checks.between("max events per second", maxEventsPerSecond, 1, 1_000_000);
    types = Set.copyOf(types);
    if (from != null && until != null && !from.isBefore(until)) {
      throw new IllegalArgumentException(
          "a replay from %s until %s is empty; the first must be earlier".formatted(from, until));
    }
  }

  /** Everything that is still in the outbox, a thousand events per second. */
  public static ReplayRequest named(String name) {
    return new ReplayRequest(
        name, null, null, Set.of(), null, null, null, DEFAULT_EVENTS_PER_SECOND);
  }

  public ReplayRequest from(Instant time) {
    return new ReplayRequest(
        name, time, until, types, tenant, aggregateType, aggregateId, maxEventsPerSecond);
  }

  public ReplayRequest until(Instant time) {
    return new ReplayRequest(
        name, from, time, types, tenant, aggregateType, aggregateId, maxEventsPerSecond);
  }

  public ReplayRequest types(String... names) {
    return new ReplayRequest(
        name, from, until, Set.of(names), tenant, aggregateType, aggregateId, maxEventsPerSecond);
  }

  public ReplayRequest tenant(String value) {
    return new ReplayRequest(
        name, from, until, types, value, aggregateType, aggregateId, maxEventsPerSecond);
  }

  public ReplayRequest aggregateType(String value) {
    return new ReplayRequest(
        name, from, until, types, tenant, value, aggregateId, maxEventsPerSecond);
  }

  public ReplayRequest aggregate(String type, String id) {
    return new ReplayRequest(name, from, until, types, tenant, type, id, maxEventsPerSecond);
  }

  public ReplayRequest maxEventsPerSecond(int events) {
    return new ReplayRequest(name, from, until, types, tenant, aggregateType, aggregateId, events);
  }
}
