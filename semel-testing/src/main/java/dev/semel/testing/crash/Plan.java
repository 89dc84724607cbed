package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.time.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is explored, and how.
 *
 * @param process the handler's class, for runs that are killed; null for none
 * @param preparation done before each trial; null for nothing
 * @param recovery done when attempts fail, and after each trial; null for nothing
 * @param clock moved by faults; null if the handler has no clock
 * @param lease how far the clock must move for a lease to be over
 * @param faults that strike at each step
 * @param atBothEnds those of them that strike only at the first and the last step at which they can
 * @param endsOnly whether all faults strike only at the first and the last step at which they can,
 *     and processes are killed only at the last one
 * @param whereAnnounced those of them that strike at steps that the handler tells of only
 * @param ignored tables that may grow as they like
 * @param mayMiss how many trials need not come to their step
 * @param limits how long is waited
 * @param retrying how long is tried again where there is no answer
 * @param only the one trial that is wanted; null for all
 */
record Plan(
    CrashHandler handler,
    @Nullable Class<? extends CrashHandler> process,
    List<NamedCheck> checks,
    @Nullable TrialCheck preparation,
    @Nullable TrialCheck recovery,
    @Nullable SettableClock clock,
    Duration lease,
    Set<CrashFault> faults,
    Set<CrashFault> atBothEnds,
    boolean endsOnly,
    Set<CrashFault> whereAnnounced,
    Set<String> ignored,
    int mayMiss,
    Limits limits,
    Duration retrying,
    @Nullable TrialId only) {
  private static final int PARTS_OF_A_LEASE = 4;

  /** A check with what it is about. */
  record NamedCheck(String what, TrialCheck check) {}

  /** Calls the handler, and waits for its end. */
  Attempt attempt(Trial trial) {
    return start(trial).await();
  }

  /** Calls the handler. */
  Call start(Trial trial) {
    return Call.start(handler, trial, limits.attempt());
  }

  /**
   * Calls the handler until it answers or hangs, as a client does, or until there is no more time.
   */
  Attempt attempt(Trial trial, Retries retries) {
    Attempt attempt = attempt(trial);
    while (!attempt.hasAnswer() && !attempt.hangs() && retries.another()) {
      letTimePass();
      attempt = attempt(trial);
    }
    return attempt;
  }

  /** Time goes by between the attempts of a client. */
  void letTimePass() {
    if (clock != null) {
      clock.advance(lease.dividedBy(PARTS_OF_A_LEASE));
    }
  }

  /** Makes what the intent of this key is about. */
  void prepare(PostgresDatabase database, String key) {
    try {
      act(preparation, database, key);
    } catch (Exception | AssertionError e) {
      throw new IllegalStateException("a trial could not be prepared: " + e, e);
    }
  }

  /** Frees what is stuck. */
  void recover(PostgresDatabase database, String key) throws Exception {
    act(recovery, database, key);
  }

  private static void act(@Nullable TrialCheck action, PostgresDatabase database, String key)
      throws Exception {
    if (action != null) {
      action.check(database, key);
    }
  }

  /** The clock that faults move; null if none does. */
  @Nullable SettableClock movedClock() {
    return faults.stream().anyMatch(CrashFault::needsClock) ? clock : null;
  }

  boolean canDo(CrashFault fault) {
    return faults.contains(fault) && lacks(fault) == null;
  }

  /** What would have to be said for this fault to strike; null for nothing. */
  @Nullable String lacks(CrashFault fault) {
    if (fault.needsClock() && clock == null) {
      return "clock(…)";
    }
    return fault.needsProcess() && process == null ? "killing(…)" : null;
  }

  /** The steps at which it strikes, of those at which it can. */
  List<Step> struck(CrashFault fault, List<Step> candidates) {
    List<Step> wanted =
        whereAnnounced.contains(fault)
            ? candidates.stream().filter(Step::announced).toList()
            : candidates;
    if (wanted.size() > 1 && endsOnly && fault.needsProcess()) {
      return wanted.subList(wanted.size() - 1, wanted.size());
    }
    return wanted.size() > 2 && (endsOnly || atBothEnds.contains(fault))
        ? List.of(wanted.get(0), wanted.get(wanted.size() - 1))
        : wanted;
  }
}
