package dev.semel.demo.notes;

import dev.semel.JdbcEffect;
import dev.semel.demo.cases.CaseEvents;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.LockedCase;
import dev.semel.demo.tokens.User;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Notes on cases. Each method is called while a command runs. */
@Component
public class Notes {
  private final JdbcClient jdbc;
  private final Cases cases;
  private final CaseEvents events;

  Notes(JdbcClient jdbc, Cases cases, CaseEvents events) {
    this.jdbc = jdbc;
    this.cases = cases;
    this.events = events;
  }

  /** Adds a note. No constraint knows whether it is the same: called twice, it adds two. */
  @Transactional
  public NoteAdded add(JdbcEffect effect, User by, UUID caseId, AddNote command) {
    LockedCase locked = cases.lock(by, caseId);
    UUID noteId =
        jdbc.sql(NotesSql.ADD)
            .param("tenant", by.tenant())
            .param("caseId", caseId)
            .param("author", by.user())
            .param("text", command.text())
            .query(UUID.class)
            .single();
    NoteAdded added = new NoteAdded(caseId, noteId, cases.nextVersion(locked));
    effect.audit("ADD_NOTE", caseId.toString(), null);
    effect.publish(events.about(caseId, added.version(), "NoteAdded", added));
    return added;
  }
}
