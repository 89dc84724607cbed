package dev.semel.testing.crash;

import dev.semel.testing.net.RequestFate;
import dev.semel.testing.net.RequestWatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Counts the steps of a run, and lets a fault strike at one of them. Safe for any threads. */
final class StepWatcher implements RequestWatcher, StepGate {
  private static final String KEY = "<key>";
  private static final Pattern SETTING =
      Pattern.compile("SET\\s++(?!CONSTRAINTS\\b)", Pattern.CASE_INSENSITIVE);

  private final String key;
  private final @Nullable Step target;
  private final CrashFault fault;
  private final Runnable moment;
  private final List<Step> steps = new ArrayList<>();
  private final Map<String, Integer> occurrences = new HashMap<>();
  private int passedWhenStruck = -1;

  private StepWatcher(String key, @Nullable Step target, CrashFault fault, Runnable moment) {
    this.key = key;
    this.target = target;
    this.fault = fault;
    this.moment = moment;
  }

  /** Only looks. */
  static StepWatcher learning(String key) {
    return new StepWatcher(key, null, CrashFault.REDELIVERY, () -> {});
  }

  /**
   * Lets a fault strike, once.
   *
   * @param key of the trial, which is no part of what a step is known by
   * @param moment done when the run has come to the step; or, if a process is to be killed after
   *     it, when the server has done it
   */
  static StepWatcher striking(String key, Step target, CrashFault fault, Runnable moment) {
    return new StepWatcher(key, target, fault, moment);
  }

  /** On the thread of the connection, which waits for it. */
  @Override
  public RequestFate decide(String sql) {
    if (isSettingUp(sql) || !isItsTurn(sql, false)) {
      return RequestFate.pass();
    }
    if (fault == CrashFault.KILLED_AFTER) {
      return RequestFate.loseReply(moment);
    }
    moment.run();
    return fault.fate();
  }

  /**
   * What drivers and pools set on a new connection is no step, unless more is sent with it. A
   * handler's constraints are its own: they are checked when they are set.
   */
  private static boolean isSettingUp(String sql) {
    return Arrays.stream(sql.split(";"))
        .map(String::strip)
        .allMatch(statement -> statement.isEmpty() || SETTING.matcher(statement).lookingAt());
  }

  /** On the handler's thread. */
  @Override
  public <V extends @Nullable Object, E extends Exception> V pass(
      String name, Trial.Request<V, E> request) throws E {
    if (!isItsTurn(name, true)) {
      return request.ask();
    }
    moment.run();
    if (fault.breaksBefore()) {
      throw new StepBrokenException("'" + name + "' does not happen");
    }
    V got = request.ask();
    if (fault.breaksAfter()) {
      throw new StepBrokenException("'" + name + "' happened, and nobody is told");
    }
    return got;
  }

  /** Whether the run has come to the step. */
  synchronized boolean isItsTurn(String said, boolean announced) {
    String text = said.replace(key, KEY);
    String identity = announced ? text : Step.shape(text);
    int occurrence = occurrences.merge(announced + identity, 1, Integer::sum);
    Step step = new Step(steps.size() + 1, text, occurrence, announced);
    boolean now = target != null && step.isSameAs(target);
    if (now) {
      passedWhenStruck = steps.size();
    }
    steps.add(step);
    return now;
  }

  synchronized List<Step> steps() {
    return List.copyOf(steps);
  }

  synchronized boolean hasStruck() {
    return passedWhenStruck >= 0;
  }

  /** The steps that were passed before the fault struck. */
  synchronized List<Step> passed() {
    return List.copyOf(steps.subList(0, Math.max(0, passedWhenStruck)));
  }

  /** Whether the run went on with other steps after the fault had struck. */
  synchronized boolean hasGoneOn() {
    return hasStruck() && steps.size() > passedWhenStruck + 1;
  }
}
