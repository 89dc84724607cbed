package dev.semel.spi;

import dev.semel.IntentId;
import dev.semel.Scope;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What operators look at. Reads only; every list is bounded by its limit, every query has its
 * index. Safe for use by several threads.
 */
public interface Records {
  /** The record of an intent, also when its retention has ended but it is not purged yet. */
  @Nullable IntentRecord find(IntentId intent);

  /** RUNNING records whose lease ran out, the oldest claim first. */
  List<IntentRecord> staleLeases(int limit);

  /** Records that wait for somebody to find out, the oldest claim first. */
  List<IntentRecord> unknown(int limit);

  /** Records that took more than one attempt, the most first. */
  List<IntentRecord> mostAttempted(int limit);

  /**
   * How many records each operation has in each state: all that are open, and those settled lately.
   */
  List<StateCount> counts(Duration settledWithin);

  /** How far {@link #countOf} counts at most. */
  int MAX_COUNTED = 1_000_000;

  /**
   * How many records a scope has, counted up to a limit.
   *
   * @param limit 1 to {@link #MAX_COUNTED}
   * @return at most {@code limit}, which means that many or more
   */
  int countOf(Scope scope, int limit);

  /** How old the oldest of each kind of unfinished business is. */
  Backlog backlog();

  /** How many records of an operation are in a state. */
  record StateCount(String operation, State state, long records) {}

  /**
   * Ages on the store's clock; null where there is nothing of the kind.
   *
   * @param oldestRunning since it was claimed
   * @param oldestStale since its lease ran out
   * @param oldestUnknown since it was claimed
   * @param oldestExpired since it could have been purged
   */
  record Backlog(
      @Nullable Duration oldestRunning,
      @Nullable Duration oldestStale,
      @Nullable Duration oldestUnknown,
      @Nullable Duration oldestExpired) {}
}
