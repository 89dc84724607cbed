package dev.semel.demo.storm;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes events when a fault needs some, by starting and stopping timers: these are neither cases
 * nor notes, and count as no intent's effect. Safe for use by many threads.
 */
final class Stirring {
  private final UUID stormId;
  private final List<UUID> desks;
  private final StormClient client;
  private final AtomicInteger stirred = new AtomicInteger();

  Stirring(UUID stormId, List<UUID> desks, StormClient client) {
    this.stormId = stormId;
    this.desks = desks;
    this.client = client;
  }

  /** A case to stir; another one each time. */
  UUID nextCase() {
    return desks.get(stirred.get() % desks.size());
  }

  /** Makes two events of a case. */
  void stir(UUID caseId) {
    String key = "%s-stir-%d".formatted(stormId, stirred.getAndIncrement());
    client.send(client.startTimer(key + "-start", caseId));
    client.send(client.stopTimer(key + "-stop", caseId));
  }
}
