package dev.semel.spi;

import dev.semel.Event;
import dev.semel.Intent;
import dev.semel.LeaseTerms;
import dev.semel.Outcome;
import dev.semel.internal.AtomicRun;
import dev.semel.internal.Availability;
import dev.semel.internal.EngineParts;
import dev.semel.internal.Flights;
import dev.semel.internal.JoinedRun;
import dev.semel.internal.LeaseRun;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs intents on any store. Modules for databases that are not relational wrap it the way {@link
 * dev.semel.Semel} wraps it for JDBC.
 *
 * <p>Safe for use by several threads.
 *
 * @param <T> the store's transaction handle
 */
public final class Engine<T> {
  /** Time until a store that became unavailable is tried again, unless set otherwise. */
  public static final Duration FIRST_PROBE = Duration.ofSeconds(1);

  /** Longest time between two tries of an unavailable store, unless set otherwise. */
  public static final Duration MAX_PROBE = Duration.ofSeconds(30);

  private final EngineParts<T> parts;
  private final Flights flights = new Flights();

  public Engine(
      Store<T> store, String node, List<SemelListener> listeners, Boundary.Observer boundaries) {
    this(store, node, listeners, boundaries, FIRST_PROBE, MAX_PROBE);
  }

  /**
   * Makes an engine.
   *
   * @param firstProbe time until a store that became unavailable is tried again; it doubles with
   *     each further try
   * @param maxProbe the doubling stops here
   */
  public Engine(
      Store<T> store,
      String node,
      List<SemelListener> listeners,
      Boundary.Observer boundaries,
      Duration firstProbe,
      Duration maxProbe) {
    this.parts =
        EngineParts.of(
            store,
            node,
            listeners,
            boundaries,
            new Availability(firstProbe, maxProbe, System::nanoTime));
  }

  /** Returns how long a store that is known to be unavailable is left alone; null if it is not. */
  public @Nullable Duration unavailableFor() {
    return parts.availability().unavailableFor();
  }

  /** Runs an intent in a transaction of its own. */
  public <R> Outcome<R> once(Intent<R> intent, Body<T, R> body) {
    return flights.fly(
        intent, parts.notifier(), flight -> new AtomicRun<>(parts, intent, body, flight).run());
  }

  /** Runs an intent inside a transaction that the caller commits. */
  public <R> Outcome<R> within(T transaction, Intent<R> intent, Body<T, R> body) {
    return new JoinedRun<>(parts, intent, body).run(transaction);
  }

  /** Asks for a lease on an intent. */
  public <R> LeaseResult<T, R> lease(Intent<R> intent, LeaseTerms<R> terms) {
    return new LeaseRun<>(parts, intent, terms).run();
  }

  /**
   * Writes events in a transaction that the caller commits.
   *
   * @return how many were written; the others were there already, by their key
   */
  public int publish(T transaction, String tenant, List<Event> events) {
    if (events.isEmpty()) {
      return 0;
    }
    int known = store().outbox().publish(transaction, tenant, parts.recordIds().next(), events);
    int written = events.size() - known;
    if (written > 0) {
      parts.notifier().published(written);
    }
    return written;
  }

  /** Applies an operator's decision; false if the record has moved on since it was seen. */
  public boolean recover(IntentRecord seen, Recovery recovery) {
    return parts.recover(seen, recovery);
  }

  public Store<T> store() {
    return parts.store();
  }

  /** Removes expired records in batches until there are none, or the batches are used up. */
  public long purge(int maxRecordsPerBatch, int maxBatches) {
    long purged = 0;
    for (int batch = 0; batch < maxBatches; batch++) {
      int removed = parts.store().purge().purgeBatch(maxRecordsPerBatch);
      parts.notifier().purged(removed);
      purged += removed;
      if (removed < maxRecordsPerBatch) {
        break;
      }
    }
    return purged;
  }
}
