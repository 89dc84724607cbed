package dev.semel.demo.notices;

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

/** Notices to people. Each method is called while a command runs. */
@Component
public class Notices {
  private static final InsertOrFind<UUID> REQUEST =
      InsertOrFind.inserting(NoticesSql.REQUEST)
          .finding(NoticesSql.FIND)
          .reading(row -> row.getObject("notice_id", UUID.class));

  private final Cases cases;
  private final CaseEvents events;

  Notices(Cases cases, CaseEvents events) {
    this.cases = cases;
    this.events = events;
  }

  /**
   * Asks for a notice, once per recipient, template and event. No mail is sent while a command
   * runs, because a mail cannot be rolled back: the event tells the post, which sends it.
   */
  @Transactional
  public NoticeRequested request(JdbcEffect effect, User by, UUID caseId, SendNotice command)
      throws SQLException {
    LockedCase locked = cases.lock(by, caseId);
    Presence<UUID> notice = REQUEST.run(effect.connection(), parameters(by, caseId, command));
    if (!notice.isCreated()) {
      return new NoticeRequested(caseId, notice.value(), locked.version(), false);
    }
    NoticeRequested requested =
        new NoticeRequested(caseId, notice.value(), cases.nextVersion(locked), true);
    effect.audit("REQUEST_NOTICE", caseId.toString(), command.template());
    effect.publish(
        events.about(
            caseId, requested.version(), "NoticeRequested", wanted(by, requested, command)));
    return requested;
  }

  private static NoticeWanted wanted(User by, NoticeRequested requested, SendNotice command) {
    return new NoticeWanted(
        by.tenant(),
        requested.caseId(),
        requested.noticeId(),
        command.recipient(),
        command.template(),
        command.event());
  }

  private static Map<String, Object> parameters(User by, UUID caseId, SendNotice command) {
    return Map.of(
        "tenant", by.tenant(),
        "caseId", caseId,
        "recipient", command.recipient(),
        "template", command.template(),
        "event", command.event());
  }
}
