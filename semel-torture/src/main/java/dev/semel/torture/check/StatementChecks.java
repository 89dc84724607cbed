package dev.semel.torture.check;

import dev.semel.torture.check.Snapshot.Statement;
import dev.semel.torture.check.Snapshot.TopicEvent;
import dev.semel.torture.role.PipelineRole;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a pipeline has made of the topic: each record once, as it was, in order. */
final class StatementChecks {
  private final Snapshot snapshot;
  private final Findings findings;

  StatementChecks(Snapshot snapshot, Findings findings) {
    this.snapshot = snapshot;
    this.findings = findings;
  }

  void check() {
    Map<String, List<Statement>> made =
        snapshot.statements().stream().collect(Collectors.groupingBy(Statement::madeOf));
    for (TopicEvent event : snapshot.topic()) {
      findings.lookedAt(Rule.STATEMENTS_DISAGREE, 1);
      check(event, made.remove(place(event)));
    }
    made.keySet()
        .forEach(place -> findings.add(Rule.STATEMENTS_DISAGREE, "made of nothing: " + place));
    order();
  }

  private static String place(TopicEvent event) {
    return event.partition() + "-" + event.offset();
  }

  private void check(TopicEvent event, @Nullable List<Statement> made) {
    if (made == null || made.size() != 1) {
      findings.add(
          Rule.STATEMENTS_DISAGREE,
          "%s instead of one of %s".formatted(made == null ? "none" : made, event));
      return;
    }
    Statement statement = made.get(0);
    if (statement.isDead() != PipelineRole.isTooLarge(event.fact().booking())
        || !statement.payload().equals(event.payload())) {
      findings.add(Rule.STATEMENTS_DISAGREE, "%s is made of %s".formatted(statement, event));
    }
  }

  /** What is made of one partition may go to several; in each of them it is in order. */
  private void order() {
    Map<String, Long> last = new HashMap<>();
    List<Statement> inOrder =
        snapshot.statements().stream()
            .filter(statement -> !statement.isDead())
            .sorted(
                Comparator.comparingInt(Statement::partition).thenComparingLong(Statement::offset))
            .toList();
    for (Statement statement : inOrder) {
      findings.lookedAt(Rule.STATEMENTS_OUT_OF_ORDER, 1);
      int hyphen = statement.madeOf().indexOf('-');
      String way = statement.madeOf().substring(0, hyphen) + " to " + statement.partition();
      long offset = Long.parseLong(statement.madeOf().substring(hyphen + 1));
      Long before = last.put(way, offset);
      if (before != null && before > offset) {
        findings.add(
            Rule.STATEMENTS_OUT_OF_ORDER,
            "%s is behind the one that is made of offset %d".formatted(statement, before));
      }
    }
  }
}
