package dev.semel.demo.cases;

import static dev.semel.demo.cases.CaseState.APPROVED;
import static dev.semel.demo.cases.CaseState.CLOSED;
import static dev.semel.demo.cases.CaseState.ESCALATED;
import static dev.semel.demo.cases.CaseState.OPEN;

import dev.semel.jdbc.GuardedTransition;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A way for cases to go from state to state. Immutable.
 *
 * @param verb the last part of its path
 * @param action what the audit calls it
 * @param event what is told of it
 */
public record Move(
    String verb,
    String action,
    String event,
    List<CaseState> from,
    CaseState to,
    GuardedTransition transition) {
  public static final Move APPROVE =
      of("approve", "APPROVE_CASE", "CaseApproved", List.of(OPEN, ESCALATED), APPROVED);

  public static final Move ESCALATE =
      of("escalate", "ESCALATE_CASE", "CaseEscalated", List.of(OPEN), ESCALATED);

  public static final Move CLOSE =
      of("close", "CLOSE_CASE", "CaseClosed", List.of(OPEN, ESCALATED, APPROVED), CLOSED);

  public static final Move REOPEN =
      of("reopen", "REOPEN_CASE", "CaseReopened", List.of(CLOSED), OPEN);

  private static Move of(
      String verb, String action, String event, List<CaseState> from, CaseState to) {
    GuardedTransition transition =
        GuardedTransition.updating(CasesSql.MOVE)
            .reading(CasesSql.STATE)
            .from(from.stream().map(CaseState::name).toArray(String[]::new))
            .to(to.name());
    return new Move(verb, action, event, from, to, transition);
  }

  /** The verbs that are possible in a state. */
  static List<String> allowedIn(CaseState state) {
    return Stream.of(APPROVE, ESCALATE, CLOSE, REOPEN)
        .filter(move -> move.from.contains(state))
        .map(Move::verb)
        .toList();
  }

  String from(String delimiter) {
    return from.stream().map(CaseState::name).collect(Collectors.joining(delimiter));
  }
}
