package dev.semel.testing.crash;

import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.net.RequestFate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One trial: a run that a fault strikes, then attempts as of a client, then checks. */
final class TrialRun {
  private static final int MAX_ATTEMPTS = 300;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int PARTS_OF_A_LEASE = 4;
  private static final int MAX_LOOKS = 250;
  private static final String OPEN_TRANSACTIONS =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'
      """;

  private final Plan plan;
  private final FaultProxy proxy;
  private final Lesson lesson;
  private final Trial broken;
  private final Trial healthy;
  private final Step step;
  private final CrashFault fault;
  private final List<String> script = new ArrayList<>();
  private @Nullable OtherAttempt other;
  private @Nullable MortalProcess process;
  private boolean answeredAtOnce;

  TrialRun(
      Plan plan,
      FaultProxy proxy,
      Lesson lesson,
      Trial broken,
      Trial healthy,
      Step step,
      CrashFault fault) {
    this.plan = plan;
    this.proxy = proxy;
    this.lesson = lesson;
    this.broken = broken;
    this.healthy = healthy;
    this.step = step;
    this.fault = fault;
  }

  /** What was found; null if all is well. */
  @Nullable Finding run() {
    TableSizes before = TableSizes.of(plan.database(), plan.ignored());
    Attempt first = strike();
    answeredAtOnce = first.hasAnswer();
    Attempt answered = first.hasAnswer() ? first : retry();
    if (!answered.hasAnswer()) {
      return finding(Problem.NO_ANSWER, "no attempt of %d got an answer".formatted(MAX_ATTEMPTS));
    }
    Finding differs = compare(answered);
    return differs == null ? look(before) : differs;
  }

  private Attempt strike() {
    StepWatcher watcher = StepWatcher.striking(step.number(), this::action);
    if (fault != CrashFault.REDELIVERY) {
      proxy.watchRequests(watcher);
    }
    try {
      Attempt attempt = fault.needsProcess() ? runInProcess() : Attempt.of(plan.handler(), broken);
      boolean reached = watcher.hasStruck() || fault == CrashFault.REDELIVERY;
      script.add(
          "attempt 1, %s %s: %s%s"
              .formatted(fault.words(), step, attempt, reached ? "" : " (the step never came)"));
      return attempt;
    } finally {
      proxy.heal();
    }
  }

  /** On the thread of the connection, which waits for it. */
  private RequestFate action() {
    return switch (fault) {
      case CUT_BEFORE -> RequestFate.cut();
      case REPLY_LOST -> RequestFate.loseReply();
      case STATEMENT_TIMEOUT -> RequestFate.failWith("57014");
      case SERIALIZATION_FAILURE -> RequestFate.failWith("40001");
      case DEADLOCK -> RequestFate.failWith("40P01");
      case DUPLICATE -> first(this::duplicate, RequestFate.pass());
      case STALLED -> first(this::takeOver, RequestFate.pass());
      case CLOCK_JUMP -> first(this::endLease, RequestFate.pass());
      case KILLED_BEFORE -> first(this::kill, RequestFate.cut());
      case KILLED_AFTER -> first(this::kill, RequestFate.loseReply());
      case REDELIVERY -> RequestFate.pass();
    };
  }

  private static RequestFate first(Runnable action, RequestFate then) {
    action.run();
    return then;
  }

  private void duplicate() {
    other = OtherAttempt.start(plan.database(), plan.handler(), healthy);
  }

  private void takeOver() {
    endLease();
    duplicate();
  }

  private void endLease() {
    Objects.requireNonNull(plan.clock()).advance(plan.lease());
  }

  private void kill() {
    Objects.requireNonNull(process).kill();
  }

  private Attempt runInProcess() {
    process = MortalProcess.start(Objects.requireNonNull(plan.process()), broken);
    int exit = process.awaitExit();
    return new Attempt(null, new IllegalStateException("the process ended with code " + exit));
  }

  private Attempt retry() {
    Attempt attempt = Attempt.of(plan.handler(), healthy);
    int count = 2;
    while (!attempt.hasAnswer() && count <= MAX_ATTEMPTS) {
      LockSupport.parkNanos(PAUSE_NANOS);
      letTimePass();
      attempt = Attempt.of(plan.handler(), healthy);
      count++;
    }
    script.add("attempt %d: %s".formatted(count, attempt));
    return attempt;
  }

  private void letTimePass() {
    if (plan.clock() != null) {
      plan.clock().advance(plan.lease().dividedBy(PARTS_OF_A_LEASE));
    }
  }

  /** All who got an answer must have got the same. */
  private @Nullable Finding compare(Attempt answered) {
    Attempt later = Attempt.of(plan.handler(), healthy);
    script.add("once more: " + later);
    Attempt meanwhile = other == null ? later : other.await();
    if (other != null) {
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
    Map<String, Long> growth = TableSizes.of(plan.database(), plan.ignored()).growthSince(before);
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
        plan.recovery().check(plan.database(), healthy.key());
      }
      for (Plan.NamedCheck named : plan.checks()) {
        what = named.what();
        named.check().check(plan.database(), healthy.key());
      }
      return null;
    } catch (Exception | AssertionError e) {
      return finding(Problem.CHECK_FAILED, "%s: %s".formatted(what, e.getMessage()));
    }
  }

  /** A backend whose client is gone takes a moment to see it. */
  private boolean hasCalmedDown() {
    for (int look = 0; look < MAX_LOOKS; look++) {
      if (plan.database().queryLong(OPEN_TRANSACTIONS) == 0) {
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
