package dev.semel.testing.crash;

import dev.semel.Outcome;
import java.time.Duration;
import java.util.function.Function;

/** Runs in which nothing goes wrong, from which the steps are learnt. For one thread. */
final class Lessons {
  /** Nothing is in the way of a second attempt; but what it needs may come a little later. */
  private static final Duration MAX_RETRYING = Duration.ofSeconds(30);

  private final Plan plan;
  private final Ways ways;
  private final Observer observer;
  private final Processes processes;
  private final long seed;
  private int lessons;
  private long readsOfHandler;

  Lessons(Plan plan, Ways ways, Observer observer, Processes processes, long seed) {
    this.plan = plan;
    this.ways = ways;
    this.observer = observer;
    this.processes = processes;
    this.seed = seed;
  }

  /**
   * What the second of two runs does. The first may do what is done only once, such as filling a
   * cache, at either node: its second attempt is made at the other.
   */
  Lesson learn() {
    Lesson warmUp = learn(ways::healthy);
    if (warmUp.objection() != null) {
      return warmUp;
    }
    Lesson lesson = learn(key -> ways.broken(key, StepGate.OPEN));
    refuseClockThatNobodyReads();
    return lesson;
  }

  private Lesson learn(Function<String, Trial> again) {
    String key = next();
    Footprint before = observer.footprint(plan.ignored());
    long readsBefore = clockReads();
    StepWatcher watcher = StepWatcher.learning(key);
    ways.proxy().watchRequests(watcher);
    Attempt first = plan.attempt(ways.broken(key, watcher));
    ways.proxy().heal();
    refuse(first);
    if (watcher.steps().isEmpty()) {
      throw new IllegalStateException(
          "the handler asked the database nothing; let it use the data source or the address of its trial");
    }
    Footprint after = observer.footprint(plan.ignored());
    Attempt second = secondAttempt(again.apply(key));
    readsOfHandler += clockReads() - readsBefore;
    Growth grown = observer.footprint(plan.ignored()).since(after);
    return new Lesson(
        key,
        watcher.steps(),
        after.since(before),
        first,
        second,
        grown.isEmpty(),
        FreshRun.likeThisProcess(watcher.steps()));
  }

  private long clockReads() {
    return plan.clock() == null ? 0 : plan.clock().reads();
  }

  /** A fault that moves a clock that nobody goes by would pass for one that did no harm. */
  private void refuseClockThatNobodyReads() {
    if (plan.movedClock() != null && readsOfHandler == 0) {
      throw new IllegalStateException(
          "the handler never asks the clock that STALLED and CLOCK_JUMP are to move; give the handler this clock, or leave these faults out");
    }
  }

  private static void refuse(Attempt first) {
    if (!first.hasAnswer()) {
      throw new IllegalStateException(
          "the handler fails where nothing goes wrong; mend that first", first.failure());
    }
    if (first.answer() instanceof Outcome<?>) {
      throw new IllegalStateException(
          "the handler answers with an Outcome, which is another one for each attempt: it tells the first from those that are replayed; return outcome.orElseThrow()");
    }
  }

  private Attempt secondAttempt(Trial trial) {
    boolean isShort = plan.retrying().compareTo(MAX_RETRYING) < 0;
    Attempt second = plan.attempt(trial, new Retries(isShort ? plan.retrying() : MAX_RETRYING));
    if (second.hangs()) {
      throw new IllegalStateException(
          "the handler does not return when the intent is attempted again and nothing goes wrong; mend that first");
    }
    return second;
  }

  /** The same in a process of its own. */
  Lesson learnInProcess(Lesson lesson) {
    String key = next();
    StepWatcher watcher = StepWatcher.learning(key);
    ways.proxy().watchRequests(watcher);
    try (MortalProcess process = processes.take()) {
      process.run(plan.limits().attempt(), key, watcher, false, () -> {});
      process.refuseFailure();
    } finally {
      ways.proxy().heal();
    }
    return lesson.in(new FreshRun(watcher.steps(), lesson.steps()));
  }

  private String next() {
    lessons++;
    String key = "trial-%s-lesson-%d".formatted(Long.toHexString(seed), lessons);
    plan.prepare(ways.database(), key);
    return key;
  }
}
