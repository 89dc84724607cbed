package dev.semel.testing.net;

import java.util.concurrent.atomic.AtomicLong;

/** What passed through a proxy. */
final class Traffic {

  private final AtomicLong connections = new AtomicLong();
  private final AtomicLong bytesToServer = new AtomicLong();
  private final AtomicLong bytesToClient = new AtomicLong();
  private final AtomicLong roundTrips = new AtomicLong();
  private final AtomicLong readyForQuery = new AtomicLong();

  void countConnection() {
    connections.incrementAndGet();
  }

  void countBytes(Direction direction, long bytes) {
    counter(direction).addAndGet(bytes);
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
    return counter(direction).get();
  }

  long roundTrips() {
    return roundTrips.get();
  }

  long readyForQuery() {
    return readyForQuery.get();
  }

  private AtomicLong counter(Direction direction) {
    return direction == Direction.TO_SERVER ? bytesToServer : bytesToClient;
  }
}
