package dev.semel.demo.storm;

import java.util.UUID;

/** What can go wrong between a commit here and a commit there. For one thread. */
final class BrokerFaults {
  private final StormEvents events;
  private final Stirring stirring;
  private final Counters counters;

  BrokerFaults(StormEvents events, Stirring stirring, Counters counters) {
    this.events = events;
    this.stirring = stirring;
    this.counters = counters;
  }

  /** Records that were acknowledged come again. */
  void rewind() {
    events.rewind();
    counters.rewinds.incrementAndGet();
  }

  /** What the consumer has committed is delivered to the next one again. */
  void killConsumer() {
    if (events.killConsumer(this::stir)) {
      counters.consumerKills.incrementAndGet();
    }
  }

  /** What the relay has published is published by the next one again. */
  void killRelay() {
    if (events.killRelay(this::stir)) {
      counters.relayKills.incrementAndGet();
    }
  }

  /** A later version is published before an earlier one. */
  void reorder() {
    UUID caseId = stirring.nextCase();
    events.reorder(caseId, () -> stirring.stir(caseId));
    counters.reorderings.incrementAndGet();
  }

  /** The dashboard chokes on the next event. */
  void poison() {
    events.poison();
    stir();
    counters.poisonedEvents.incrementAndGet();
  }

  private void stir() {
    stirring.stir(stirring.nextCase());
  }
}
