package dev.semel.testing.crash;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Learns the steps of a handler, and makes a trial of each with each fault. */
final class Exploration implements AutoCloseable {
  /** Once more, in the end: there are many explorations, and most have nothing to wait for. */
  private static final Duration LAST_LOOK = Duration.ofMillis(200);

  private static final Logger LOG = System.getLogger(Exploration.class.getName());

  private final Plan plan;
  private final long seed;
  private final boolean repeatable;
  private final Ways ways;
  private final Observer observer;
  private final Processes processes;
  private final Lessons lessons;

  /**
   * Of one handler.
   *
   * @param repeatable whether a property can ask for its trials
   */
  Exploration(Plan plan, Ways ways, long seed, boolean repeatable) {
    this.plan = plan;
    this.seed = seed;
    this.repeatable = repeatable;
    this.ways = ways;
    this.observer = Observer.of(ways.database());
    this.processes = new Processes(plan.process(), ways.brokenUrl());
    this.lessons = new Lessons(plan, ways, observer, processes, seed);
  }

  /** Does the trials. */
  CrashReport run() {
    Lesson lesson = lessons.learn();
    refuseTablesThatAreNot();
    Finding objection = lesson.objection();
    if (objection != null) {
      return withoutTrials(lesson, "a second attempt fails where nothing goes wrong", objection);
    }
    List<Choice> choices = wanted(choices(lesson.steps()));
    if (choices.isEmpty()) {
      throw new IllegalStateException(
          "no fault can strike at any step; left out: " + sparings(lesson.steps()));
    }
    Collections.shuffle(choices, new Random(seed));
    return tryAll(choices, learnInProcess(lesson, choices));
  }

  /** Tries nothing, because a trial of another exploration is wanted. */
  CrashReport learnOnly() {
    return withoutTrials(lessons.learn(), "a trial of another exploration is repeated");
  }

  private CrashReport withoutTrials(Lesson lesson, String reason, Finding... findings) {
    return new CrashReport(
        seed,
        lesson.steps(),
        0,
        0,
        List.of(),
        plan.mayMiss(),
        0,
        0,
        0,
        0,
        List.of("everything, because " + reason),
        plan.faults(),
        List.of(findings),
        repeatable);
  }

  private CrashReport tryAll(List<Choice> choices, Lesson lesson) {
    Tally tally = new Tally();
    Duration maxLate = plan.limits().late();
    TrialRun clean = null;
    for (Choice choice : choices) {
      tally.addLate(clean == null ? null : clean.lookForMore(Duration.ZERO));
      TrialRun run = trial(choice, lesson, tally.hasNeverHappened() ? Duration.ZERO : maxLate);
      try {
        Finding finding = run.run();
        tally.add(choice.step, choice.fault, run, finding);
        clean = finding == null ? run : null;
      } catch (RuntimeException e) {
        CrashReport before = report(lesson, tally, choices);
        throw new ExplorationBrokenOffException(brokenOff(choice, run, e), before, e);
      }
      if (run.hangs() || tally.isHopeless()) {
        break;
      }
    }
    // A trial that is repeated alone has all the time that others had for those after them.
    Duration lastLook = plan.only() == null ? LAST_LOOK : maxLate;
    tally.addLate(clean == null ? null : clean.lookForMore(lastLook));
    return report(lesson, tally, choices);
  }

  private CrashReport report(Lesson lesson, Tally tally, List<Choice> choices) {
    return new CrashReport(
        seed,
        lesson.steps(),
        tally.trials(),
        choices.size() - tally.trials(),
        tally.missed(),
        plan.mayMiss(),
        tally.duplicates(),
        tally.duplicatesBeside(),
        tally.stalled(),
        tally.takenOver(),
        sparings(lesson.steps()),
        untried(lesson.steps()),
        tally.findings(),
        repeatable);
  }

  private String brokenOff(Choice choice, TrialRun run, RuntimeException reason) {
    List<String> lines = new ArrayList<>();
    lines.add(String.valueOf(reason.getMessage()));
    lines.add("   fault: %s %s".formatted(choice.fault.words(), choice.step));
    run.script().forEach(event -> lines.add("   - " + event));
    lines.add(idOf(choice).howToRepeat());
    return String.join(System.lineSeparator(), lines);
  }

  private TrialId idOf(Choice choice) {
    return new TrialId(seed, choice.step.number(), choice.fault);
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

  /** Where to kill a process is learnt from one, unless the handler itself tells. */
  private Lesson learnInProcess(Lesson lesson, List<Choice> choices) {
    List<Choice> kills = choices.stream().filter(choice -> choice.fault.needsProcess()).toList();
    boolean isTold = kills.stream().allMatch(choice -> choice.step.announced());
    processes.expect(kills.size() + (isTold ? 0 : 1));
    return isTold ? lesson : lessons.learnInProcess(lesson);
  }

  private List<Choice> choices(List<Step> steps) {
    List<Choice> choices = new ArrayList<>();
    for (CrashFault fault : CrashFault.values()) {
      if (plan.canDo(fault)) {
        plan.struck(fault, candidates(fault, steps)).stream()
            .map(step -> new Choice(step, fault))
            .forEach(choices::add);
      }
    }
    return choices;
  }

  private Set<CrashFault> untried(List<Step> steps) {
    Set<CrashFault> untried = EnumSet.copyOf(plan.faults());
    choices(steps).forEach(choice -> untried.remove(choice.fault));
    return untried;
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
      List<Step> candidates = candidates(fault, steps);
      List<Step> struck = plan.struck(fault, candidates);
      List<Integer> spared =
          candidates.stream().filter(step -> !struck.contains(step)).map(Step::number).toList();
      if (!spared.isEmpty()) {
        words.add("%s at steps %s, as asked".formatted(fault, spared));
      }
    }
    return words;
  }

  private TrialRun trial(Choice choice, Lesson lesson, Duration maxLate) {
    TrialId id = idOf(choice);
    TrialRun.Surroundings around =
        new TrialRun.Surroundings(plan, ways, observer, processes, maxLate);
    return new TrialRun(around, lesson, choice.step, choice.fault, id.key());
  }

  /** Never fails: whatever could not be cleared up is logged, and no report is lost for it. */
  @Override
  public void close() {
    closeOrTell(processes::close);
    closeOrTell(observer::close);
  }

  private static void closeOrTell(Runnable closing) {
    try {
      closing.run();
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "something of an exploration is left behind, in the schema crash_explorer or as a process",
          e);
    }
  }
}
