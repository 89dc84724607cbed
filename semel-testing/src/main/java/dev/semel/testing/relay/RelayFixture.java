package dev.semel.testing.relay;

import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.RelayStore;
import dev.semel.testing.time.SettableClock;
import java.util.List;

/**
 * What the author of a database for relays implements so that the suites of this package can be run
 * on it. One fixture serves one test class, whose tests run one after the other; within a test any
 * number of threads use it at once.
 */
public interface RelayFixture extends AutoCloseable {
  /**
   * The outbox as one node sees it, on connections of its own. It takes {@link #clock} for the
   * database's clock.
   */
  RelayStore store(String node);

  /** How many shards the suites configure; one where a database has no more. */
  default int shards() {
    return 4;
  }

  /** The clock that stands in for the database's own, for all nodes. */
  SettableClock clock();

  /** Begins a transaction. */
  OpenWriter begin();

  /** Records what a sink has taken, in the database and for good, in the order of the calls. */
  void arrived(String node, List<RelayedEvent> events);

  /** Everything that was recorded, in order. */
  List<Arrival> arrivals();

  /** How many events are in the outbox. */
  long countOutbox();

  /** How many decisions about dead letters are recorded. */
  long countDecisions();

  /** Removes everything, and sets the clock to any fixed time. Called before each test. */
  void reset();

  @Override
  void close();
}
