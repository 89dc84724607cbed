package dev.semel.testing.contract;

import dev.semel.IntentId;
import dev.semel.Isolation;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.spi.SemelListener;
import dev.semel.testing.time.SettableClock;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/**
 * What the author of a store implements so that the suites of this package can be run on it: one
 * database, any number of nodes on it, a clock, and a few counts.
 *
 * <p>The suites see the store through {@link Engine} alone, as users do; through the fixture they
 * work on and count what is in the database. Counting must read what is committed, on a connection
 * of its own, past every cache.
 *
 * <p>One fixture serves one test class, whose tests run one after the other; within a test any
 * number of threads use it at once.
 *
 * @param <T> the store's transaction handle
 */
public interface StoreFixture<T> extends AutoCloseable {
  /**
   * Makes a node: an engine on a store object of its own, as another process would have it. Nodes
   * of different names share nothing but the database: neither connections nor anything in memory.
   * Ten connections per node are enough.
   *
   * <p>Every store made here takes {@link #clock} for the database's clock. Nothing else may tell
   * it the time.
   *
   * @param boundaries to be handed to the engine
   * @param listeners to be handed to the engine
   */
  Engine<T> node(String name, Boundary.Observer boundaries, SemelListener... listeners);

  /** The clock that stands in for the database's own, for all nodes. */
  SettableClock clock();

  /**
   * Adds a row to a business table, in the given transaction, as an effect does. The table must
   * have no unique key: two effects have to show as two rows.
   */
  void insertEffect(T transaction, String effectId);

  /** How many rows {@link #insertEffect} has committed for this id. */
  long countEffects(String effectId);

  /** How many records there are, of whatever state, those included that have expired. */
  long countRecords();

  /** How many audit entries of an intent are committed. */
  long countAudit(IntentId intent);

  /**
   * How many events about an aggregate are committed. It is asked by aggregate, not by intent, so
   * that an event shows even where its record was lost.
   */
  long countEvents(String tenant, String aggregateId);

  /**
   * Runs work in a transaction that the caller manages, and commits it. If the work throws, the
   * transaction is rolled back and the failure goes on. May be called within the work, for a second
   * transaction beside the first.
   */
  <V> V inTransaction(Function<T, V> work);

  /** As {@link #inTransaction}, but rolls back at the end. */
  <V> V inRolledBackTransaction(Function<T, V> work);

  /** The isolations that the store can be asked for. All of them unless told. */
  default Set<Isolation> isolations() {
    return EnumSet.allOf(Isolation.class);
  }

  /**
   * Removes all records, audit entries, events, decisions and effects, and sets the clock to any
   * fixed time. Called before each test.
   */
  void reset();

  /** Gives everything back. */
  @Override
  void close();
}
