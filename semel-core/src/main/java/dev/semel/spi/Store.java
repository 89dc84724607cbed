package dev.semel.spi;

import dev.semel.IntentId;
import dev.semel.Isolation;
import org.jspecify.annotations.Nullable;

/**
 * A database that keeps intents. It promises:
 *
 * <ul>
 *   <li>at most one record per intent, whatever attempts, nodes and crashes do: a unique key is the
 *       authority, every lock is an optimisation;
 *   <li>what {@link Attempt#settle} was given commits together or not at all;
 *   <li>a duplicate never waits inside the database while it holds a connection;
 *   <li>time is the database's own.
 * </ul>
 *
 * <p>Safe for use by several threads. Anything a method throws is understood by {@link #classify}.
 *
 * @param <T> the handle of a transaction: a JDBC connection, a session, a write set
 */
public interface Store<T> {
  /** Opens a transaction of the store's own. */
  Attempt<T> begin(Isolation isolation);

  /** Works inside a transaction that the caller began and will commit. */
  Attempt<T> join(T transaction);

  /** Looks without claiming; a record whose retention has ended is not found. */
  @Nullable IntentRecord find(IntentId intent);

  /** Understands what went wrong, along the whole chain of causes. */
  Failure classify(Throwable failure);

  /** Claims that outlive a transaction. */
  LeaseStore leases();

  /** Where events are written, beside those of intents. */
  Outbox<T> outbox();

  /** What operators look at. */
  Records records();

  /** Removal of what has expired. */
  Purge purge();
}
