package dev.semel.testing.crash;

import java.util.ArrayList;
import java.util.List;

/**
 * What an exploration has found. Its text is made to be read.
 *
 * @param seed what its keys and the order of its trials come from
 * @param steps of a run in which nothing goes wrong
 * @param trials how many there were
 * @param findings what went wrong for good; empty is what one hopes for
 */
public record CrashReport(long seed, List<Step> steps, int trials, List<Finding> findings) {
  public CrashReport {
    steps = List.copyOf(steps);
    findings = List.copyOf(findings);
  }

  /**
   * Fails a test that explores.
   *
   * @throws AssertionError with the whole report, if anything was found
   */
  public void assertSafe() {
    if (!findings.isEmpty()) {
      throw new AssertionError(toString());
    }
  }

  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    String result = findings.isEmpty() ? "nothing found" : findings.size() + " found";
    lines.add("%d steps, %d trials, seed %d: %s".formatted(steps.size(), trials, seed, result));
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
    lines.add(
        "   again: .seed(%dL).only(%d, CrashFault.%s)"
            .formatted(seed, finding.step().number(), finding.fault()));
    return lines;
  }
}
