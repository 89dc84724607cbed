package dev.semel.relay;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which events to send again: to consumers that rebuild, or one that was lost on the other side.
 * What is null or empty does not matter. Immutable; each method returns a changed copy.
 *
 * @param name marks the replayed events, in the header {@value RelayedEvent#REPLAY_HEADER}
 * @param range recorded when
 * @param events these, by their ids, up to {@value #MAX_EVENTS}
 * @param types of one of these types
 * @param tenant whose
 * @param aggregateType about what kind of thing
 * @param aggregateId about which thing
 * @param pace how fast, and how stubbornly
 */
public record ReplayRequest(
    String name,
    Range range,
    Set<UUID> events,
    Set<String> types,
    @Nullable String tenant,
    @Nullable String aggregateType,
    @Nullable String aggregateId,
    Pace pace) {
  /** The most events that can be asked for by their ids. */
  public static final int MAX_EVENTS = 1_000;

  private static final int MAX_NAME_CHARACTERS = 100;
  private static final int DEFAULT_EVENTS_PER_SECOND = 1_000;

  /**
   * A time span.
   *
   * @param from recorded at this time or later
   * @param until recorded before this time
   */
  public record Range(@Nullable Instant from, @Nullable Instant until) {
    public Range {
      if (from != null && until != null && !from.isBefore(until)) {
        throw new IllegalArgumentException(
            "a replay from %s until %s is empty; the first must be earlier".formatted(from, until));
      }
    }
  }

  /**
   * How fast, and how stubbornly.
   *
   * @param maxEventsPerSecond 1 to 1 000 000
   * @param maxAttempts how often an event is tried before the replay stops, 1 to 100; as often as
   *     the relay does if null
   */
  public record Pace(int maxEventsPerSecond, @Nullable Integer maxAttempts) {
    public Pace {
      Checks.between("max events per second", maxEventsPerSecond, 1, 1_000_000);
      if (maxAttempts != null) {
        Checks.between("max attempts", maxAttempts, 1, 100);
      }
    }
  }

  public ReplayRequest {
    Checks.name("the name of a replay", name, MAX_NAME_CHARACTERS);
    types = Set.copyOf(types);
    events = Set.copyOf(events);
    Checks.between("the number of events", events.size(), 0, MAX_EVENTS);
  }

  /** Everything that is still in the outbox, a thousand events per second. */
  public static ReplayRequest named(String name) {
    return new ReplayRequest(
        name,
        new Range(null, null),
        Set.of(),
        Set.of(),
        null,
        null,
        null,
        new Pace(DEFAULT_EVENTS_PER_SECOND, null));
  }

  public ReplayRequest from(Instant time) {
    return during(new Range(time, range.until()));
  }

  public ReplayRequest until(Instant time) {
    return during(new Range(range.from(), time));
  }

  private ReplayRequest during(Range newRange) {
    return new ReplayRequest(
        name, newRange, events, types, tenant, aggregateType, aggregateId, pace);
  }

  /** These events and no others; those of them that are no longer in the outbox are left out. */
  public ReplayRequest events(UUID... ids) {
    return new ReplayRequest(
        name, range, Set.of(ids), types, tenant, aggregateType, aggregateId, pace);
  }

  public ReplayRequest types(String... names) {
    return new ReplayRequest(
        name, range, events, Set.of(names), tenant, aggregateType, aggregateId, pace);
  }

  public ReplayRequest tenant(String value) {
    return new ReplayRequest(name, range, events, types, value, aggregateType, aggregateId, pace);
  }

  public ReplayRequest aggregateType(String value) {
    return new ReplayRequest(name, range, events, types, tenant, value, aggregateId, pace);
  }

  public ReplayRequest aggregate(String type, String id) {
    return new ReplayRequest(name, range, events, types, tenant, type, id, pace);
  }

  public ReplayRequest maxEventsPerSecond(int number) {
    return paced(new Pace(number, pace.maxAttempts()));
  }

  /**
   * How often an event is tried before the replay stops. As often as the relay does unless told.
   */
  public ReplayRequest maxAttempts(int attempts) {
    return paced(new Pace(pace.maxEventsPerSecond(), attempts));
  }

  private ReplayRequest paced(Pace newPace) {
    return new ReplayRequest(
        name, range, events, types, tenant, aggregateType, aggregateId, newPace);
  }
}
