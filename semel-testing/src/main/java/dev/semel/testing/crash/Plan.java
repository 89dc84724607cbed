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
 * @param recovery done after each trial; null for nothing
 * @param clock moved by faults; null if the handler has no clock
 * @param lease how far the clock must move for a lease to be over
 * @param ignored tables that may grow as they like
 */
record Plan(
    PostgresDatabase database,
    CrashHandler handler,
    @Nullable Class<? extends CrashHandler> process,
    List<NamedCheck> checks,
    @Nullable TrialCheck recovery,
    @Nullable SettableClock clock,
    Duration lease,
    Set<CrashFault> faults,
    Set<String> ignored) {

  /** A check with what it is about. */
  record NamedCheck(String what, TrialCheck check) {}

  boolean canDo(CrashFault fault) {
    return faults.contains(fault)
        && (!fault.needsClock() || clock != null)
        && (!fault.needsProcess() || process != null);
  }
}
