package dev.semel.demo.ledger;

import dev.semel.JdbcEffect;
import dev.semel.demo.cases.CaseEvents;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.LockedCase;
import dev.semel.demo.problems.Refusal;
import dev.semel.demo.tokens.User;
import dev.semel.jdbc.InsertOrFind;
import dev.semel.jdbc.InsertOrFind.Presence;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The double-entry ledger. Methods with an effect are called while a command runs. */
@Component
public class Ledger {
  private static final int NEWEST_POSTINGS = 100;

  private static final InsertOrFind<Posting> POST =
      InsertOrFind.inserting(LedgerSql.POST).finding(LedgerSql.FIND).reading(Ledger::readPosting);

  private final JdbcClient jdbc;
  private final Cases cases;
  private final CaseEvents events;

  Ledger(JdbcClient jdbc, Cases cases, CaseEvents events) {
    this.jdbc = jdbc;
    this.cases = cases;
    this.events = events;
  }

  /** Posts a fee as two entries that balance, once per source operation. */
  @Transactional
  public FeePosted post(JdbcEffect effect, User by, UUID caseId, PostFee command)
      throws SQLException {
    LockedCase locked = cases.lock(by, caseId);
    Presence<Posting> posting = POST.run(effect.connection(), parameters(by, caseId, command));
    UUID postingId = posting.value().postingId();
    if (!posting.isCreated()) {
      refuseOtherFigures(posting.value(), caseId, command);
      return posted(caseId, postingId, command, locked.version(), false);
    }
    jdbc.sql(LedgerSql.ENTRIES)
        .param("postingId", postingId)
        .param("amountCents", command.amountCents())
        .update();
    FeePosted posted = posted(caseId, postingId, command, cases.nextVersion(locked), true);
    effect.audit("POST_FEE", caseId.toString(), command.sourceOperation());
    effect.publish(events.about(caseId, posted.version(), "FeePosted", posted));
    return posted;
  }

  LedgerView view(User by) {
    return new LedgerView(
        jdbc.sql(LedgerSql.ACCOUNTS).param("tenant", by.tenant()).query(Account.class).list(),
        jdbc.sql(LedgerSql.NEWEST)
            .param("tenant", by.tenant())
            .param("limit", NEWEST_POSTINGS)
            .query(Posting.class)
            .list(),
        new Reconciliation(count(LedgerSql.UNBALANCED, by), count(LedgerSql.WITHOUT_EVENT, by)));
  }

  private long count(String sql, User by) {
    return jdbc.sql(sql).param("tenant", by.tenant()).query(Long.class).single();
  }

  private static void refuseOtherFigures(Posting before, UUID caseId, PostFee command) {
    boolean same =
        before.caseId().equals(caseId)
            && before.amountCents() == command.amountCents()
            && before.currency().equals(command.currency());
    if (!same) {
      throw Refusal.SOURCE_OPERATION_USED.because(
          "it was posted for another case or amount; use another source operation for another fee");
    }
  }

  private static FeePosted posted(
      UUID caseId, UUID postingId, PostFee command, long version, boolean created) {
    return new FeePosted(
        caseId,
        postingId,
        command.sourceOperation(),
        command.amountCents(),
        command.currency(),
        version,
        created);
  }

  private static Map<String, Object> parameters(User by, UUID caseId, PostFee command) {
    return Map.of(
        "tenant", by.tenant(),
        "caseId", caseId,
        "sourceOperation", command.sourceOperation(),
        "currency", command.currency());
  }

  private static Posting readPosting(ResultSet row) throws SQLException {
    return new Posting(
        row.getObject("posting_id", UUID.class),
        row.getObject("case_id", UUID.class),
        row.getString("source_operation"),
        row.getLong("amount_cents"),
        row.getString("currency"),
        row.getObject("posted_at", OffsetDateTime.class));
  }
}
