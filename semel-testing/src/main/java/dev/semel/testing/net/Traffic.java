package dev.semel.testing.net;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** What passed through a proxy. */
final class Traffic {

  private final AtomicLong connections = new AtomicLong();
  private final Map<Direction, AtomicLong> bytes = counters();
  private final Map<Direction, AtomicLong> delayedBytes = counters();
  private final Map<Direction, AtomicLong> swallowedBytes = counters();
  private final AtomicLong roundTrips = new AtomicLong();
  private final AtomicLong readyForQuery = new AtomicLong();

  void countConnection() {
    connections.incrementAndGet();
  }

  void countBytes(Direction direction, long count) {
    counter(bytes, direction).addAndGet(count);
  }

  void countDelayedBytes(Direction direction, long count) {
    counter(delayedBytes, direction).addAndGet(count);
  }

  void countSwallowedBytes(Direction direction, long count) {
    counter(swallowedBytes, direction).addAndGet(count);
  }

  void countRoundTrip() {
    roundTrips.incrementAndGet();
  }

  void countReadyForQuery() {
    readyForQuery.incrementAndGet();
  }

  long connections() {
    return connections.get();
  }

  long bytes(Direction direction) {
    return counter(bytes, direction).get();
  }

  long delayedBytes(Direction direction) {
    return counter(delayedBytes, direction).get();
  }

  long swallowedBytes(Direction direction) {
    return counter(swallowedBytes, direction).get();
  }

  long roundTrips() {
    return roundTrips.get();
  }

  long readyForQuery() {
    return readyForQuery.get();
  }

  private static Map<Direction, AtomicLong> counters() {
    Map<Direction, AtomicLong> counters = new EnumMap<>(Direction.class);
    for (Direction direction : Direction.values()) {
      counters.put(direction, new AtomicLong());
    }
    return counters;
  }

  private static AtomicLong counter(Map<Direction, AtomicLong> counters, Direction direction) {
    return Objects.requireNonNull(counters.get(direction));
  }
}
