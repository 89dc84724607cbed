package dev.semel.testing.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One trial: a run that a fault strikes, then attempts as of a client, then checks. */
final class TrialRun {
  private static final int MAX_ATTEMPTS = 500;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int PARTS_OF_A_LEASE = 4;
  private static final int MAX_LOOKS = 1_500;

  private final Surroundings around;
  private final Plan plan;
  private final Lesson lesson;
  private final Step step;
  private final CrashFault fault;
  private final Trial healthy;
  private final Function<StepGate, Trial> broken;
  private final List<String> script = new ArrayList<>();
  private volatile @Nullable OtherAttempt other;
  private volatile @Nullable MortalProcess process;
  private boolean answeredAtOnce;
  private boolean reached;

  /** What all trials of an exploration share. */
  record Surroundings(Plan plan, Ways ways, Observer observer, Processes processes) {}

  TrialRun(
      Surroundings around,
      Lesson lesson,
      Step step,
      CrashFault fault,
      Trial healthy,
      Function<StepGate, Trial> broken) {
    this.around = around;
    this.plan = around.plan;
    this.lesson = lesson;
    this.step = step;
    this.fault = fault;
    this.healthy = healthy;
    this.broken = broken;
  }

  /** What was found; null if all is well. */
  @Nullable Finding run() {
    plan.prepare(around.ways.database(), healthy.key());
    TableSizes before = around.observer.tableSizes(plan.ignored());
    Attempt first = strike();
    answeredAtOnce = first.hasAnswer();
    Attempt answered = first.hasAnswer() ? first : retry("attempt %d: %s", 2);
    if (!answered.hasAnswer()) {
      return finding(Problem.NO_ANSWER, "no attempt of %d got an answer".formatted(MAX_ATTEMPTS));
    }
    Finding differs = compare(answered);
    return differs == null ? look(before) : differs;
  }

  /** Whether the run came to the step at all. */
  boolean hasReachedItsStep() {
    return reached;
  }

  private Attempt strike() {
    StepWatcher watcher = StepWatcher.striking(step, fault, this::moment);
    if (fault != CrashFault.REDELIVERY) {
      around.ways.proxy().watchRequests(watcher);
    }
    try {
      Attempt attempt =
          fault.needsProcess()
              ? runInProcess(watcher)
              : Attempt.of(plan.handler(), broken.apply(watcher));
      reached = watcher.hasStruck() || fault == CrashFault.REDELIVERY;
      script.add(
          "attempt 1, %s %s: %s%s"
              .formatted(fault.words(), step, attempt, reached ? "" : " (the step never came)"));
      return attempt;
    } finally {
      around.ways.proxy().heal();
    }
  }

  /** What happens when the run has come to the step, and waits there. */
  private void moment() {
    switch (fault) {
      case DUPLICATE -> duplicate();
      case STALLED -> takeOver();
      case CLOCK_JUMP -> endLease();
      case KILLED_BEFORE, KILLED_AFTER -> Objects.requireNonNull(process).kill();
      default -> {}
    }
  }

  private void duplicate() {
    other = OtherAttempt.start(around.observer, plan.handler(), healthy);
  }

  private void takeOver() {
    endLease();
    duplicate();
  }

  private void endLease() {
    Objects.requireNonNull(plan.clock()).advance(plan.lease());
  }

  private Attempt runInProcess(StepWatcher watcher) {
    MortalProcess running = around.processes.take();
    process = running;
    int exit = running.run(healthy.key(), watcher, fault == CrashFault.KILLED_AFTER);
    return new Attempt(null, new IllegalStateException("the process ended with code " + exit));
  }

  /** As a client does. */
  private Attempt retry(String words, int firstNumber) {
    Attempt attempt = Attempt.of(plan.handler(), healthy);
    int number = firstNumber;
    while (!attempt.hasAnswer() && number <= MAX_ATTEMPTS) {
      LockSupport.parkNanos(PAUSE_NANOS);
      letTimePass();
      attempt = Attempt.of(plan.handler(), healthy);
      number++;
    }
    script.add(words.formatted(number, attempt));
    return attempt;
  }

  private void letTimePass() {
    if (plan.clock() != null) {
      plan.clock().advance(plan.lease().dividedBy(PARTS_OF_A_LEASE));
    }
  }

  /** All who got an answer must have got the same. */
  private @Nullable Finding compare(Attempt answered) {
    Attempt later = retry("once more: %2$s", 1);
    OtherAttempt otherAttempt = other;
    Attempt meanwhile = otherAttempt == null ? later : otherAttempt.await();
    if (otherAttempt != null) {
      script.add("the other attempt: " + meanwhile);
    }
    if (!later.hasAnswer()) {
      return finding(Problem.OTHER_ANSWER, "answered, and then %s".formatted(later));
    }
    if (lesson.answers() && answered.answer() == null) {
      return finding(Problem.OTHER_ANSWER, "answered nothing, where there should be an answer");
    }
    boolean same =
        answered.hasSameAnswer(later)
            && (!meanwhile.hasAnswer() || answered.hasSameAnswer(meanwhile));
    return same
        ? null
        : finding(
            Problem.OTHER_ANSWER,
            "%s, and then %s"
                .formatted(answered, answered.hasSameAnswer(later) ? meanwhile : later));
  }

  private @Nullable Finding look(TableSizes before) {
    if (!hasCalmedDown()) {
      return finding(Problem.LEFT_BEHIND, "a transaction stays open");
    }
    Finding failed = check();
    Map<String, Long> growth = around.observer.tableSizes(plan.ignored()).growthSince(before);
    if (growth.equals(lesson.growth())) {
      return failed;
    }
    boolean more =
        growth.entrySet().stream()
            .anyMatch(entry -> entry.getValue() > lesson.growth().getOrDefault(entry.getKey(), 0L));
    return finding(
        more ? Problem.HAPPENED_AGAIN : Problem.NEVER_HAPPENED,
        Diagnosis.growth(lesson.growth(), growth));
  }

  private @Nullable Finding check() {
    String what = "recovery";
    try {
      if (plan.recovery() != null) {
        plan.recovery().check(around.ways.database(), healthy.key());
      }
      for (Plan.NamedCheck named : plan.checks()) {
        what = named.what();
        named.check().check(around.ways.database(), healthy.key());
      }
      return null;
    } catch (Exception | AssertionError e) {
      return finding(Problem.CHECK_FAILED, "%s: %s".formatted(what, e.getMessage()));
    }
  }

  /** A backend whose client is gone takes a moment to see it. */
  private boolean hasCalmedDown() {
    for (int look = 0; look < MAX_LOOKS; look++) {
      if (!around.observer.isAnybodyAtWork()) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return false;
  }

  private Finding finding(Problem problem, String detail) {
    String cause = Diagnosis.cause(problem, fault, answeredAtOnce);
    return new Finding(step, fault, problem, detail, cause, script);
  }
}
