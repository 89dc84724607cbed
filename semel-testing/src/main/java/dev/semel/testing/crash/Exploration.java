package dev.semel.testing.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Learns the steps of a handler, and makes a trial of each with each fault. */
final class Exploration implements AutoCloseable {
  private final Plan plan;
  private final long seed;
  private final Ways ways;
  private final Observer observer;
  private final Processes processes;
  private int lessons;

  Exploration(Plan plan, Ways ways, long seed) {
    this.plan = plan;
    this.seed = seed;
    this.ways = ways;
    this.observer = Observer.of(ways.database());
    this.processes = new Processes(plan.process(), ways.brokenUrl());
  }

  /** Does the trials. */
  CrashReport run() {
    // The first run may do what is done only once, such as filling a cache.
    learn();
    Lesson lesson = learn();
    refuseTablesThatAreNot();
    List<Choice> choices = wanted(choices(lesson.steps()));
    if (choices.isEmpty()) {
      throw new IllegalStateException(
          "no fault can strike at any step; left out: " + sparings(lesson.steps()));
    }
    Collections.shuffle(choices, new Random(seed));
    processes.expect((int) choices.stream().filter(choice -> choice.fault.needsProcess()).count());
    List<Finding> findings = new ArrayList<>();
    int missed = tryAll(choices, lesson, findings);
    findings.sort(Comparator.comparingInt(finding -> finding.step().number()));
    return new CrashReport(
        seed,
        lesson.steps(),
        choices.size(),
        missed,
        plan.mayMiss(),
        sparings(lesson.steps()),
        findings);
  }

  /** Returns how many did not come to their step. */
  private int tryAll(List<Choice> choices, Lesson lesson, List<Finding> findings) {
    int reached = 0;
    for (Choice choice : choices) {
      TrialRun run = trial(choice, lesson);
      Finding finding = run.run();
      reached += run.hasReachedItsStep() ? 1 : 0;
      if (finding != null) {
        findings.add(finding);
      }
      if (run.hangs()) {
        break;
      }
    }
    return choices.size() - reached;
  }

  private void refuseTablesThatAreNot() {
    Set<String> unknown = new TreeSet<>(plan.ignored());
    unknown.removeAll(observer.tables());
    if (!unknown.isEmpty()) {
      throw new IllegalStateException(
          "there is no table %s to ignore; name the schema too, as in public.payment"
              .formatted(String.join(" or ", unknown)));
    }
  }

  /** A fault at a step. */
  private record Choice(Step step, CrashFault fault) {}

  private Lesson learn() {
    lessons++;
    String key = "trial-%s-lesson-%d".formatted(Long.toHexString(seed), lessons);
    plan.prepare(ways.database(), key);
    Footprint before = observer.footprint(plan.ignored());
    StepWatcher watcher = StepWatcher.learning(key);
    ways.proxy().watchRequests(watcher);
    Attempt attempt = Attempt.of(plan.handler(), viaProxy(key, watcher));
    ways.proxy().heal();
    if (!attempt.hasAnswer()) {
      throw new IllegalStateException(
          "the handler fails where nothing goes wrong; mend that first", attempt.failure());
    }
    if (watcher.steps().isEmpty()) {
      throw new IllegalStateException(
          "the handler asked the database nothing; let it use the data source or the address of its trial");
    }
    Footprint after = observer.footprint(plan.ignored());
    Attempt.of(plan.handler(), viaProxy(key, StepGate.OPEN));
    Growth again = observer.footprint(plan.ignored()).since(after);
    return new Lesson(
        watcher.steps(), after.since(before), attempt.answer() != null, again.isEmpty());
  }

  private List<Choice> choices(List<Step> steps) {
    List<Choice> choices = new ArrayList<>();
    for (CrashFault fault : CrashFault.values()) {
      if (plan.canDo(fault)) {
        candidates(fault, steps).stream()
            .filter(step -> plan.strikes(fault, step, steps.size()))
            .map(step -> new Choice(step, fault))
            .forEach(choices::add);
      }
    }
    return choices;
  }

  /** Redelivery comes after the last step, whichever that is. */
  private static List<Step> candidates(CrashFault fault, List<Step> steps) {
    List<Step> at =
        fault == CrashFault.REDELIVERY ? steps.subList(steps.size() - 1, steps.size()) : steps;
    return at.stream().filter(fault::canStrikeAt).toList();
  }

  private List<Choice> wanted(List<Choice> choices) {
    TrialId only = plan.only();
    if (only == null) {
      return choices;
    }
    List<Choice> wanted =
        choices.stream()
            .filter(choice -> choice.step.number() == only.step() && choice.fault == only.fault())
            .collect(Collectors.toCollection(ArrayList::new));
    if (wanted.isEmpty()) {
      throw new IllegalStateException(
          "there is no trial %s in this exploration of %d trials; has the handler changed?"
              .formatted(only, choices.size()));
    }
    return wanted;
  }

  /** What is left out, in words. */
  private List<String> sparings(List<Step> steps) {
    List<String> words = new ArrayList<>();
    Set<CrashFault> able = EnumSet.noneOf(CrashFault.class);
    plan.faults().stream().filter(plan::canDo).forEach(able::add);
    for (CrashFault fault : plan.faults()) {
      String lacking = plan.lacks(fault);
      if (lacking != null) {
        words.add("%s, for want of %s".formatted(fault, lacking));
      }
    }
    for (CrashFault fault : able) {
      List<Integer> spared =
          candidates(fault, steps).stream()
              .filter(step -> !plan.strikes(fault, step, steps.size()))
              .map(Step::number)
              .toList();
      if (!spared.isEmpty()) {
        words.add("%s at steps %s, as asked".formatted(fault, spared));
      }
    }
    return words;
  }

  private TrialRun trial(Choice choice, Lesson lesson) {
    TrialId id = new TrialId(seed, choice.step.number(), choice.fault);
    TrialRun.Surroundings around = new TrialRun.Surroundings(plan, ways, observer, processes);
    Trial healthy = new Trial(id.key(), ways.healthy(), ways.database().jdbcUrl(), StepGate.OPEN);
    return new TrialRun(
        around, lesson, choice.step, choice.fault, healthy, gate -> viaProxy(id.key(), gate));
  }

  private Trial viaProxy(String key, StepGate gate) {
    return new Trial(key, ways.broken(), ways.brokenUrl(), gate);
  }

  @Override
  public void close() {
    processes.close();
    observer.close();
  }
}
