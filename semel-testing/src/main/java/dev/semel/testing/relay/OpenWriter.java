package dev.semel.testing.relay;

import dev.semel.Event;

/** A transaction under way, on a connection of its own. For one thread. */
public interface OpenWriter extends AutoCloseable {
  /** Writes something else than events, as the first thing that a transaction does. */
  void touch();

  /** Changes an aggregate, waiting for whoever changes it, and returns its new version, from 1. */
  long change(String aggregate);

  void publish(String tenant, Event... events);

  void commit();

  /** Rolls back, unless it was committed. */
  @Override
  void close();
}
