package dev.semel.demo.cases;

import dev.semel.JdbcEffect;
import dev.semel.demo.problems.Refusal;
import dev.semel.demo.tokens.User;
import dev.semel.jdbc.GuardedTransition.Result;
import dev.semel.jdbc.InsertOrFind;
import dev.semel.jdbc.InsertOrFind.Presence;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * What is done to cases. Each method is called while a command runs, and everything it does commits
 * with that command's answer.
 *
 * <p>Whoever locks more than one row takes the case first, then officers by name: one order, so
 * that commands do not wait for each other in a circle.
 */
@Component
public class Cases {
  private static final InsertOrFind<CaseOpened> OPEN =
      InsertOrFind.inserting(CasesSql.OPEN)
          .finding(CasesSql.FIND_BY_COMPLAINT)
          .reading(Cases::readOpened);

  private final JdbcClient jdbc;
  private final CaseEvents events;

  Cases(JdbcClient jdbc, CaseEvents events) {
    this.jdbc = jdbc;
    this.events = events;
  }

  /** Opens the case of a complaint, or finds it, whatever key it was opened with. */
  @Transactional
  public CaseOpened open(JdbcEffect effect, User by, OpenCase command) throws SQLException {
    Presence<CaseOpened> complaint = OPEN.run(effect.connection(), parameters(by, command));
    if (!complaint.isCreated()) {
      return complaint.value().found();
    }
    CaseOpened opened = complaint.value();
    effect.audit("OPEN_CASE", opened.caseId().toString(), opened.subject());
    effect.publish(events.about(opened.caseId(), opened.version(), "CaseOpened", opened));
    return opened;
  }

  /** Moves a case to another state, if the state it is in allows it. */
  @Transactional
  public CaseMoved move(JdbcEffect effect, User by, UUID caseId, Move move, Decision decision)
      throws SQLException {
    Result result =
        move.transition().run(effect.connection(), parameters(by, caseId, move, decision));
    refuse(result, move);
    CaseMoved moved = state(by, caseId, result.isApplied());
    if (result.isApplied()) {
      if (move.equals(Move.CLOSE)) {
        endWhatRuns(caseId);
      }
      effect.audit(move.action(), caseId.toString(), decision.reason());
      effect.publish(events.about(caseId, moved.version(), move.event(), moved));
    }
    return moved;
  }

  /** Locks a case that is not closed, until the command ends. */
  public LockedCase lock(User by, UUID caseId) {
    return jdbc.sql(CasesSql.LOCK)
        .param("tenant", by.tenant())
        .param("caseId", caseId)
        .query(LockedCase.class)
        .optional()
        .orElseThrow(Cases::missing)
        .mustNotBeClosed();
  }

  /** Counts a change of a locked case; returns the version that it has by it. */
  public long nextVersion(LockedCase locked) {
    return jdbc.sql(CasesSql.NEXT_VERSION)
        .param("caseId", locked.caseId())
        .query(Long.class)
        .single();
  }

  private void endWhatRuns(UUID caseId) {
    jdbc.sql(CasesSql.END_ASSIGNMENT).param("caseId", caseId).update();
    jdbc.sql(CasesSql.STOP_TIMERS).param("caseId", caseId).update();
  }

  private static void refuse(Result result, Move move) {
    if (result instanceof Result.Missing) {
      throw missing();
    }
    if (result instanceof Result.Incompatible incompatible) {
      throw Refusal.CASE_STATE_CONFLICT.because(
          "the case is %s; it must be %s".formatted(incompatible.state(), move.from(" or ")));
    }
    if (result instanceof Result.Stale stale) {
      throw Refusal.CASE_CHANGED.because(
          "the case has version %d by now; look at it again".formatted(stale.version()));
    }
    if (result instanceof Result.LostRace) {
      throw Refusal.CASE_CHANGED.because("others keep changing the case; look at it again");
    }
  }

  private CaseMoved state(User by, UUID caseId, boolean applied) {
    return jdbc.sql(CasesSql.STATE)
        .param("tenant", by.tenant())
        .param("caseId", caseId)
        .query(
            (row, number) ->
                new CaseMoved(caseId, CaseState.valueOf(row.getString(1)), row.getLong(2), applied))
        .single();
  }

  static RuntimeException missing() {
    return Refusal.NO_SUCH_CASE.because("the tenant has no case with this id; look at the list");
  }

  private static Map<String, Object> parameters(User by, OpenCase command) {
    return Map.of(
        "tenant", by.tenant(),
        "source", command.source(),
        "complaintRef", command.complaintRef(),
        "subject", command.subject(),
        "description", command.description());
  }

  private static Map<String, Object> parameters(
      User by, UUID caseId, Move move, Decision decision) {
    Map<String, Object> values = new HashMap<>();
    values.put("tenant", by.tenant());
    values.put("caseId", caseId);
    values.put("from", move.from(","));
    values.put("to", move.to().name());
    values.put("expectedVersion", decision.expectedVersion());
    return values;
  }

  private static CaseOpened readOpened(ResultSet row) throws SQLException {
    return new CaseOpened(
        row.getObject("case_id", UUID.class),
        row.getString("source"),
        row.getString("complaint_ref"),
        row.getString("subject"),
        CaseState.valueOf(row.getString("state")),
        row.getLong("version"),
        row.getObject("opened_at", OffsetDateTime.class),
        true);
  }
}
