package dev.semel.testing.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has come of the trials so far. For one thread. */
final class Tally {
  /** Each takes all the time there is for trying again, and one is enough to know. */
  private static final int MAX_WITHOUT_ANSWER = 3;

  private final List<Finding> findings = new ArrayList<>();
  private final List<MissedTrial> missed = new ArrayList<>();
  private int trials;
  private int duplicates;
  private int duplicatesBeside;
  private int stalled;
  private int takenOver;

  /** Counts a trial that has ended. */
  void add(Step step, CrashFault fault, TrialRun run, @Nullable Finding finding) {
    trials++;
    if (finding != null) {
      findings.add(finding);
    }
    if (!run.hasReachedItsStep()) {
      missed.add(new MissedTrial(step, fault));
    }
    OtherAttempt other = run.other();
    if (other != null) {
      duplicates++;
      duplicatesBeside += other.wasBesideTheFirst() ? 1 : 0;
    }
    if (fault == CrashFault.STALLED) {
      stalled++;
      takenOver += other != null && other.hasTakenOver() ? 1 : 0;
    }
  }

  /** Adds what a trial that has ended did later, if anything. */
  void addLate(@Nullable Finding finding) {
    if (finding != null) {
      findings.add(finding);
    }
  }

  /** Whether others would end like those before, after as long a time. */
  boolean isHopeless() {
    return findings.stream().filter(one -> one.problem() == Problem.NO_ANSWER).count()
        >= MAX_WITHOUT_ANSWER;
  }

  /** Whether it is known already that something does not happen, however long it is waited for. */
  boolean hasNeverHappened() {
    return findings.stream().anyMatch(one -> one.problem() == Problem.NEVER_HAPPENED);
  }

  int trials() {
    return trials;
  }

  int duplicates() {
    return duplicates;
  }

  int duplicatesBeside() {
    return duplicatesBeside;
  }

  int stalled() {
    return stalled;
  }

  int takenOver() {
    return takenOver;
  }

  List<MissedTrial> missed() {
    return missed;
  }

  /** In the order of their steps. */
  List<Finding> findings() {
    return findings.stream()
        .sorted(Comparator.comparingInt(finding -> finding.step().number()))
        .toList();
  }
}
