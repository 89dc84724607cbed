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
 * @param atBothEnds those of them that strike at the first and the last step only
 * @param whereAnnounced those of them that strike at steps that the handler tells of only
 * @param ignored tables that may grow as they like
 * @param mayMiss how many trials need not come to their step
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
    Set<CrashFault> whereAnnounced,
    Set<String> ignored,
    int mayMiss,
    @Nullable TrialId only) {

  /** A check with what it is about. */
  record NamedCheck(String what, TrialCheck check) {}

  /** Makes what the intent of this key is about. */
  void prepare(PostgresDatabase database, String key) {
    act(preparation, "a trial could not be prepared", database, key);
  }

  /** Frees what is stuck. */
  void recover(PostgresDatabase database, String key) {
    act(recovery, "recovery failed", database, key);
  }

  private static void act(
      @Nullable TrialCheck action, String failure, PostgresDatabase database, String key) {
    if (action == null) {
      return;
    }
    try {
      action.check(database, key);
    } catch (Exception e) {
      throw new IllegalStateException(failure, e);
    }
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

  /** Whether it is not spared there. */
  boolean strikes(CrashFault fault, Step step, int lastStep) {
    boolean atAnEnd = step.number() == 1 || step.number() == lastStep;
    return (!atBothEnds.contains(fault) || atAnEnd)
        && (!whereAnnounced.contains(fault) || step.announced());
  }
}
