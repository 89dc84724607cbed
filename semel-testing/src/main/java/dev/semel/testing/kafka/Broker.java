package dev.semel.testing.kafka;

import java.time.Duration;

/** One node of a cluster: broker and controller in one. Used by one thread at a time. */
interface Broker {
  /** Begins to start it; {@link #awaitStart} waits for it. Does nothing if it runs. */
  void beginStart();

  /** Waits until it takes requests. */
  void awaitStart(Duration maxWait);

  /**
   * Stops it in order: what it leads goes to other brokers, its files are closed.
   *
   * @param quorumIsLost nobody is left who could let it go, so it does not wait for leave
   */
  void stop(boolean quorumIsLost);

  /** Ends it as {@code kill -9} does. */
  void kill();

  boolean isRunning();
}
