package dev.semel.testing.crash;

import dev.semel.testing.net.RequestFate;
import dev.semel.testing.net.RequestWatcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the steps of a run, and lets a fault strike at one of them. Safe for any threads. */
final class StepWatcher implements RequestWatcher, StepGate {
  private final @Nullable Step target;
  private final CrashFault fault;
  private final Runnable moment;
  private final List<Step> steps = new ArrayList<>();
  private final Map<String, Integer> occurrences = new HashMap<>();
  private boolean struck;

  private StepWatcher(@Nullable Step target, CrashFault fault, Runnable moment) {
    this.target = target;
    this.fault = fault;
    this.moment = moment;
  }

  /** Only looks. */
  static StepWatcher learning() {
    return new StepWatcher(null, CrashFault.REDELIVERY, () -> {});
  }

  /**
   * Lets a fault strike, once.
   *
   * @param moment done when the run has come to the step
   */
  static StepWatcher striking(Step target, CrashFault fault, Runnable moment) {
    return new StepWatcher(target, fault, moment);
  }

  /** On the thread of the connection, which waits for it. */
  @Override
  public RequestFate decide(String sql) {
    // What drivers set on a new connection is no step.
    if (sql.strip().toUpperCase(Locale.ROOT).startsWith("SET ") || !isItsTurn(sql, false)) {
      return RequestFate.pass();
    }
    moment.run();
    return fault.fate();
  }

  /** On the handler's thread. */
  @Override
  public void pass(String name, Runnable action) {
    if (!isItsTurn(name, true)) {
      action.run();
      return;
    }
    moment.run();
    if (fault.breaksBefore()) {
      throw new StepBrokenException("'" + name + "' does not happen");
    }
    action.run();
    if (fault.breaksAfter()) {
      throw new StepBrokenException("'" + name + "' happened, and nobody is told");
    }
  }

  /** Whether the run has come to the step. */
  synchronized boolean isItsTurn(String text, boolean announced) {
    int occurrence = occurrences.merge(announced + text, 1, Integer::sum);
    Step step = new Step(steps.size() + 1, text, occurrence, announced);
    steps.add(step);
    boolean now = target != null && step.isSameAs(target);
    struck |= now;
    return now;
  }

  synchronized List<Step> steps() {
    return List.copyOf(steps);
  }

  synchronized boolean hasStruck() {
    return struck;
  }
}
