package dev.semel.torture.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects what checks find. For one thread. */
final class Findings {
  private final History history;
  private final List<Violation> violations = new ArrayList<>();
  private final Map<Rule, Long> lookedAt = new EnumMap<>(Rule.class);

  Findings(History history) {
    this.history = history;
  }

  void lookedAt(Rule rule, long count) {
    lookedAt.merge(rule, count, Long::sum);
  }

  void add(Rule rule, String words) {
    violations.add(new Violation(rule, null, words, List.of()));
  }

  /** A violation about an intent, with all that is known of it. */
  void add(Rule rule, IntentName intent, String words) {
    List<String> attempts = history.of(intent).stream().map(HistoryEntry::words).toList();
    violations.add(new Violation(rule, intent, words, attempts));
  }

  Verdict verdict() {
    return new Verdict(violations, lookedAt);
  }
}
