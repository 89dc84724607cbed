package dev.semel.testing.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One trial: a run that a fault strikes, then attempts as of a client, then checks. */
final class TrialRun {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int ATTEMPTS_BEFORE_RECOVERY = 5;
  private static final int MAX_LOOKS = 750;

  private final Surroundings around;
  private final Plan plan;
  private final Lesson lesson;
  private final Step step;
  private final CrashFault fault;
  private final Trial healthy;
  private final FreshRun course;
  private final Step target;
  private final StepWatcher watcher;
  private final Script script = new Script();
  private volatile @Nullable OtherAttempt other;
  private volatile @Nullable MortalProcess process;
  private @Nullable Finding failedRecovery;
  private @Nullable Footprint last;
  private boolean answeredAtOnce;
  private String tried = "";
  private boolean hung;

  /**
   * What trials of an exploration share.
   *
   * @param maxLate how long what is not there yet is waited for
   */
  record Surroundings(
      Plan plan, Ways ways, Observer observer, Processes processes, Duration maxLate) {}

  TrialRun(Surroundings around, Lesson lesson, Step step, CrashFault fault, String key) {
    this.around = around;
    this.plan = around.plan;
    this.lesson = lesson;
    this.step = step;
    this.fault = fault;
    this.healthy = around.ways.healthy(key);
    this.course =
        fault.needsProcess() ? lesson.inProcess() : FreshRun.likeThisProcess(lesson.steps());
    this.target = course.placeOf(step);
    this.watcher = StepWatcher.striking(healthy.key(), target, fault, this::moment);
  }

  /** What was found; null if all is well. */
  @Nullable Finding run() {
    plan.prepare(around.ways.database(), healthy.key());
    Footprint before = around.observer.footprint(plan.ignored());
    int lasting = around.observer.lasting().size();
    Attempt answered = attempt();
    Finding left = clearUp(lasting);
    if (failedRecovery != null) {
      return failedRecovery;
    }
    if (!answered.hasAnswer()) {
      return finding(
          Problem.NO_ANSWER, "no attempt got an answer%s; the last %s".formatted(tried, answered));
    }
    if (left != null) {
      return left;
    }
    if (lesson.answers() && answered.answer() == null) {
      return finding(Problem.OTHER_ANSWER, "answered nothing, where there should be an answer");
    }
    Finding early = look("when it was answered, ", before);
    return early == null ? askOnceMore(answered, before, lasting) : early;
  }

  private @Nullable Finding askOnceMore(Attempt answered, Footprint before, int lasting) {
    Finding differs = compare(answered);
    Finding left = clearUp(lasting);
    if (differs != null) {
      return differs;
    }
    if (left != null) {
      return left;
    }
    Finding failed = check();
    Finding grown = look("", before);
    return grown == null ? failed : grown;
  }

  /** Whether the fault struck at the step, and not at one in its stead. */
  boolean hasReachedItsStep() {
    return fault == CrashFault.REDELIVERY
        || (watcher.hasStruck() && !isStruckElsewhere() && !hasSurvived());
  }

  /** A step that begins and fails is never done, so that nobody is killed after it. */
  private boolean hasSurvived() {
    MortalProcess running = process;
    return fault.needsProcess() && (running == null || !running.wasKilled());
  }

  /** What is sent to start a process may look like a step; a step that is told of never does. */
  private boolean isStruckElsewhere() {
    return fault.needsProcess()
        && !target.announced()
        && !course.isWhatComesBefore(target, watcher.passed());
  }

  /** The duplicate, if there was one. */
  @Nullable OtherAttempt other() {
    return other;
  }

  /** What has happened so far. */
  List<String> script() {
    return script.lines();
  }

  /** Whether the handler is still at it, so that nothing more can be tried. */
  boolean hangs() {
    return hung;
  }

  /** The first attempt that was answered; or the last, if none was. */
  private Attempt attempt() {
    Attempt first = strike();
    answeredAtOnce = first.hasAnswer();
    Attempt last = first.hasAnswer() || first.hangs() ? first : retry();
    hung = last.hangs();
    return last;
  }

  private Attempt strike() {
    if (fault != CrashFault.REDELIVERY) {
      around.ways.proxy().watchRequests(watcher);
    }
    try {
      Attempt attempt =
          fault.needsProcess()
              ? runInProcess()
              : plan.attempt(around.ways.broken(healthy.key(), watcher));
      if (!hasReachedItsStep()) {
        script.add("attempt 1 never comes to " + step);
      }
      script.add(1, attempt);
      return attempt;
    } finally {
      around.ways.proxy().heal();
    }
  }

  /** What happens when the run has come to the step, and waits there. */
  private void moment() {
    script.add("attempt 1 passes %s".formatted(numbers(watcher.passed())));
    script.add("%s %s".formatted(fault.words(), step));
    switch (fault) {
      case DUPLICATE -> duplicate();
      case STALLED -> takeOver();
      case CLOCK_JUMP -> endLease();
      case KILLED_BEFORE, KILLED_AFTER -> Objects.requireNonNull(process).kill();
      default -> {}
    }
  }

  /** By the numbers that the report gives them. */
  private String numbers(List<Step> passed) {
    if (passed.isEmpty()) {
      return "no step";
    }
    return passed.stream()
        .map(
            done ->
                lesson.steps().stream()
                    .filter(known -> course.placeOf(known).isSameAs(done))
                    .findFirst()
                    .map(known -> "step " + known.number())
                    .orElse("'%s'".formatted(done.text())))
        .collect(Collectors.joining(", "));
  }

  private void duplicate() {
    // Known before it is watched: the first attempt may give up meanwhile.
    OtherAttempt started = new OtherAttempt(plan.start(healthy), script);
    other = started;
    started.watch(around.observer, plan.limits().duplicate());
  }

  private void takeOver() {
    endLease();
    duplicate();
  }

  private void endLease() {
    Objects.requireNonNull(plan.clock()).advance(plan.lease());
  }

  private Attempt runInProcess() {
    try (MortalProcess running = around.processes.take()) {
      process = running;
      int exit =
          running.run(
              plan.limits().attempt(),
              healthy.key(),
              watcher,
              fault == CrashFault.KILLED_AFTER,
              this::moment);
      if (running.isOverdue()) {
        return new Attempt(
            null, new HandlerHangsException(plan.limits().attempt(), running.lastWords()));
      }
      if (!running.wasKilled()) {
        running.refuseFailure();
      }
      return new Attempt(null, new IllegalStateException("the process ended with code " + exit));
    }
  }

  /** As a client does. */
  private Attempt retry() {
    Retries retries = new Retries(plan.retrying());
    Attempt attempt = plan.attempt(healthy);
    script.add(1 + retries.attempts(), attempt);
    while (!attempt.hasAnswer() && !attempt.hangs() && retries.another()) {
      plan.letTimePass();
      failedRecovery = recover(retries.attempts());
      if (failedRecovery != null) {
        return attempt;
      }
      attempt = plan.attempt(healthy);
      script.add(1 + retries.attempts(), attempt);
    }
    tried = ": the first, and then " + retries;
    return attempt;
  }

  /** Clients come first: recovery is for what they cannot free. */
  private @Nullable Finding recover(int attempts) {
    if (plan.recovery() == null || attempts % ATTEMPTS_BEFORE_RECOVERY != 0) {
      return null;
    }
    script.add("recovery");
    try {
      plan.recover(around.ways.database(), healthy.key());
      return null;
    } catch (Exception | AssertionError e) {
      return finding(Problem.CHECK_FAILED, "recovery: " + e);
    }
  }

  /** All who got an answer must have got the same, at whichever node. */
  private @Nullable Finding compare(Attempt answered) {
    List<Attempt> others = new ArrayList<>();
    for (boolean struck : List.of(false, true)) {
      Retries retries = new Retries(plan.retrying());
      Attempt later = onceMore(struck, retries);
      if (!later.hasAnswer()) {
        return finding(
            later.hangs() ? Problem.NO_ANSWER : Problem.OTHER_ANSWER,
            "answered, and then %s (%s)".formatted(later, retries));
      }
      others.add(later);
    }
    OtherAttempt otherAttempt = other;
    if (otherAttempt != null) {
      others.add(otherAttempt.await());
    }
    return others.stream()
        .filter(one -> one.hasAnswer() && !answered.hasSameAnswer(one))
        .findFirst()
        .map(one -> finding(Problem.OTHER_ANSWER, "%s, and then %s".formatted(answered, one)))
        .orElse(null);
  }

  private Attempt onceMore(boolean whereItStruck, Retries retries) {
    Trial trial = whereItStruck ? around.ways.broken(healthy.key(), StepGate.OPEN) : healthy;
    Attempt attempt = plan.attempt(trial, retries);
    hung |= attempt.hangs();
    script.add(
        "once more%s: %s".formatted(whereItStruck ? ", where the fault struck" : "", attempt));
    return attempt;
  }

  /** Waits until nothing of the trial is under way, and ends what does not end by itself. */
  private @Nullable Finding clearUp(int lastingBefore) {
    OtherAttempt otherAttempt = other;
    Attempt otherEnd = otherAttempt == null ? null : otherAttempt.await();
    if (otherEnd != null && otherEnd.hangs()) {
      hung = true;
      around.observer.endOthersAtWork();
      return finding(Problem.NO_ANSWER, "the other attempt " + otherEnd);
    }
    List<String> left = List.of();
    // A backend whose client is gone takes a moment to see it.
    for (int look = 0; look < MAX_LOOKS; look++) {
      left = leftBehind(lastingBefore);
      if (left.isEmpty()) {
        return null;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    around.observer.endOthersAtWork();
    return finding(Problem.LEFT_BEHIND, "left behind: " + String.join(", ", left));
  }

  private List<String> leftBehind(int lastingBefore) {
    List<String> left = new ArrayList<>(around.observer.othersAtWork());
    List<String> lasting = around.observer.lasting();
    if (lasting.size() > lastingBefore) {
      left.addAll(lasting);
    }
    return left;
  }

  private @Nullable Finding look(String when, Footprint before) {
    Growth growth = growthSince(before);
    // What is missing may still be on its way; what is too much stays.
    Retries looks = new Retries(around.maxLate);
    while (growth.isLessThan(lesson.growth()) && looks.another()) {
      growth = growthSince(before);
    }
    if (growth.equals(lesson.growth())) {
      return null;
    }
    boolean more = growth.isMoreThan(lesson.growth());
    return finding(
        more ? Problem.HAPPENED_AGAIN : Problem.NEVER_HAPPENED,
        when + growth.unlike(lesson.growth()));
  }

  private Growth growthSince(Footprint before) {
    Footprint now = around.observer.footprint(plan.ignored());
    last = now;
    return now.since(before);
  }

  /**
   * What is done after a trial in which all was well, and before anything else is; null if nothing
   * is.
   *
   * @param time how long is waited for it
   */
  @Nullable Finding lookForMore(Duration time) {
    Footprint end = Objects.requireNonNull(last);
    Retries looks = new Retries(time);
    Growth growth = growthSince(end);
    while (growth.isEmpty() && looks.another()) {
      growth = growthSince(end);
    }
    return growth.isEmpty()
        ? null
        : new Finding(
            step,
            fault,
            healthy.key(),
            Problem.HAPPENED_AGAIN,
            "after its last answer, " + growth.unlike(Growth.NONE),
            "something went on when all had been answered, such as a retry of the handler's own; let it recognise the key as any other attempt does, or call it off",
            script.lines());
  }

  private @Nullable Finding check() {
    String what = "recovery";
    try {
      plan.recover(around.ways.database(), healthy.key());
      for (Plan.NamedCheck named : plan.checks()) {
        what = named.what();
        named.check().check(around.ways.database(), healthy.key());
      }
      return null;
    } catch (Exception | AssertionError e) {
      return finding(Problem.CHECK_FAILED, "%s: %s".formatted(what, e));
    }
  }

  private Finding finding(Problem problem, String detail) {
    Diagnosis diagnosis =
        new Diagnosis(fault, lesson.recognises(), answeredAtOnce, watcher.hasGoneOn(), hung);
    return new Finding(
        step, fault, healthy.key(), problem, detail, diagnosis.cause(problem), script.lines());
  }
}
