package dev.semel.testing.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What an exploration has found. Its text is made to be read.
 *
 * @param seed what its keys and the order of its trials come from
 * @param steps of a run in which nothing goes wrong
 * @param trials how many there were
 * @param notMade how many were left when the exploration was broken off
 * @param misses those that did not come to the step at which the fault was to strike: several
 *     threads of a handler may do their steps in another order or number each time
 * @param mayMiss how many may miss it
 * @param duplicates in how many trials another attempt was made while the first stood at a step
 * @param duplicatesBeside in how many of them it was still at work when the first went on; in the
 *     others, one had ended before
 * @param stalled how many trials were of {@link CrashFault#STALLED}
 * @param takenOver in how many of them another attempt was at work, or had its answer, before the
 *     first went on; where it is none, no lease may have run out
 * @param spared which faults were left out, where, and why
 * @param untried which faults had no trial at all
 * @param findings what went wrong for good; empty is what one hopes for
 * @param repeatable whether the seed tells the test, so that a property repeats a trial
 */
public record CrashReport(
    long seed,
    List<Step> steps,
    int trials,
    int notMade,
    List<MissedTrial> misses,
    int mayMiss,
    int duplicates,
    int duplicatesBeside,
    int stalled,
    int takenOver,
    List<String> spared,
    Set<CrashFault> untried,
    List<Finding> findings,
    boolean repeatable) {
  public CrashReport {
    steps = List.copyOf(steps);
    misses = List.copyOf(misses);
    spared = List.copyOf(spared);
    untried = Collections.unmodifiableSet(new TreeSet<>(untried));
    findings = List.copyOf(findings);
  }

  /** Returns how many trials did not come to their step. */
  public int missed() {
    return misses.size();
  }

  /** Whether nothing was found, and faults struck where they were to. */
  public boolean isSafe() {
    return findings.isEmpty() && missed() <= mayMiss;
  }

  /**
   * Fails a test that explores.
   *
   * @throws AssertionError with the whole report, if it is not {@linkplain #isSafe safe}
   */
  public void assertSafe() {
    if (!isSafe()) {
      throw new AssertionError(toString());
    }
  }

  /** The first line of the text. */
  String summary() {
    String result = findings.isEmpty() ? "nothing found" : findings.size() + " found";
    String without =
        untried.stream()
            .map(CrashFault::name)
            .collect(Collectors.joining(", ", "; left out: ", ""));
    return "%d steps, %d trials%s%s%s, seed %d: %s%s"
        .formatted(
            steps.size(),
            trials,
            missesInWords(),
            duplicatesInWords(),
            stalledInWords(),
            seed,
            result,
            untried.isEmpty() ? "" : without);
  }

  private String missesInWords() {
    return misses.isEmpty()
        ? ""
        : misses.stream()
            .map(MissedTrial::toString)
            .collect(
                Collectors.joining(
                    ", ", ", %d of them without their step (".formatted(missed()), ")"));
  }

  private String duplicatesInWords() {
    return duplicates == 0
        ? ""
        : ", %d of %d duplicates still at work when the first went on"
            .formatted(duplicatesBeside, duplicates);
  }

  private String stalledInWords() {
    return stalled == 0
        ? ""
        : ", another took over in %d of %d that stalled".formatted(takenOver, stalled);
  }

  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    lines.add(summary());
    if (notMade > 0) {
      lines.add("broken off: %d trials not made".formatted(notMade));
    }
    if (missed() > mayMiss) {
      lines.add(
          "%d trials did not come to their step, so that nothing is known of it: the handler does other steps each time, or has stopped; if its threads take turns, say mayMiss(%d)"
              .formatted(missed(), missed()));
    }
    misses.forEach(
        miss -> lines.add("without its step: %s %s".formatted(miss.fault().words(), miss.step())));
    spared.forEach(words -> lines.add("left out: " + words));
    lines.add("A run in which nothing goes wrong:");
    steps.forEach(step -> lines.add("  " + step));
    for (int i = 0; i < findings.size(); i++) {
      lines.addAll(lines(i + 1, findings.get(i)));
    }
    return String.join(System.lineSeparator(), lines);
  }

  private List<String> lines(int number, Finding finding) {
    List<String> lines = new ArrayList<>();
    lines.add("%d. %s".formatted(number, finding.detail()));
    lines.add("   fault: %s %s".formatted(finding.fault().words(), finding.step()));
    lines.add("   cause: " + finding.cause());
    finding.script().forEach(event -> lines.add("   - " + event));
    TrialId id = new TrialId(seed, finding.step().number(), finding.fault());
    lines.add("   key: " + finding.key());
    lines.add(id.howToRepeat());
    if (repeatable) {
      lines.add("   or: -D%s=%s".formatted(CrashExtension.ONLY, id));
    }
    return lines;
  }
}
