package dev.semel.torture.check;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the checker found, and how much it looked at. Immutable. */
public record Verdict(List<Violation> violations, Map<Rule, Long> lookedAt) {
  public Verdict {
    violations = List.copyOf(violations);
    lookedAt = Map.copyOf(lookedAt);
  }

  public boolean isClean() {
    return violations.isEmpty();
  }

  /** The rules that had nothing to look at: that they were not broken says nothing. */
  public List<Rule> notLookedAt() {
    return Arrays.stream(Rule.values())
        .filter(rule -> lookedAt.getOrDefault(rule, 0L) == 0)
        .toList();
  }

  /** How many were found, by rule. */
  public Map<Rule, Long> counts() {
    Map<Rule, Long> counts = new EnumMap<>(Rule.class);
    violations.forEach(violation -> counts.merge(violation.rule(), 1L, Long::sum));
    return counts;
  }
}
