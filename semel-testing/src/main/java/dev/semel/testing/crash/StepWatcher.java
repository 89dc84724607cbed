package dev.semel.testing.crash;

import dev.semel.testing.net.RequestFate;
import dev.semel.testing.net.RequestWatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Counts the steps of a run, and does something at one of them. */
final class StepWatcher implements RequestWatcher {
  private static final int NONE = 0;

  private final int target;
  private final Supplier<RequestFate> action;
  private final List<Step> steps = new ArrayList<>();
  private boolean struck;

  private StepWatcher(int target, Supplier<RequestFate> action) {
    this.target = target;
    this.action = action;
  }

  /** Only looks. */
  static StepWatcher learning() {
    return new StepWatcher(NONE, RequestFate::pass);
  }

  /** Does something at the step of this number, once. */
  static StepWatcher striking(int target, Supplier<RequestFate> action) {
    return new StepWatcher(target, action);
  }

  @Override
  public RequestFate decide(String sql) {
    return isItsTurn(sql) ? action.get() : RequestFate.pass();
  }

  /** What drivers set on a new connection is no step. */
  private synchronized boolean isItsTurn(String sql) {
    if (sql.strip().toUpperCase(Locale.ROOT).startsWith("SET ")) {
      return false;
    }
    steps.add(new Step(steps.size() + 1, sql));
    boolean now = steps.size() == target;
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
