package dev.semel.demo.evidence;

import dev.semel.JdbcEffect;
import dev.semel.demo.cases.CaseEvents;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.LockedCase;
import dev.semel.demo.tokens.User;
import dev.semel.jdbc.InsertOrFind;
import dev.semel.jdbc.InsertOrFind.Presence;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What is submitted to a case. Each method is called while a command runs. */
@Component
public class Evidence {
  private static final InsertOrFind<UUID> SUBMIT =
      InsertOrFind.inserting(EvidenceSql.SUBMIT)
          .finding(EvidenceSql.FIND)
          .reading(row -> row.getObject("evidence_id", UUID.class));

  private final Cases cases;
  private final CaseEvents events;

  Evidence(Cases cases, CaseEvents events) {
    this.cases = cases;
    this.events = events;
  }

  /** Adds a piece of evidence, or finds the same content, whatever it was called. */
  @Transactional
  public EvidenceSubmitted submit(JdbcEffect effect, User by, UUID caseId, SubmitEvidence command)
      throws SQLException {
    LockedCase locked = cases.lock(by, caseId);
    Presence<UUID> piece = SUBMIT.run(effect.connection(), parameters(by, caseId, command));
    if (!piece.isCreated()) {
      return new EvidenceSubmitted(
          caseId, piece.value(), command.sha256(), locked.version(), false);
    }
    EvidenceSubmitted submitted =
        new EvidenceSubmitted(
            caseId, piece.value(), command.sha256(), cases.nextVersion(locked), true);
    effect.audit("SUBMIT_EVIDENCE", caseId.toString(), command.name());
    effect.publish(events.about(caseId, submitted.version(), "EvidenceSubmitted", submitted));
    return submitted;
  }

  private static Map<String, Object> parameters(User by, UUID caseId, SubmitEvidence command) {
    return Map.of(
        "tenant", by.tenant(),
        "caseId", caseId,
        "name", command.name(),
        "sha256", command.sha256(),
        "note", command.note());
  }
}
