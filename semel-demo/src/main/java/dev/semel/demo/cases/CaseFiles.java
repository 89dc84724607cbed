package dev.semel.demo.cases;

import dev.semel.demo.cases.CaseFile.Fee;
import dev.semel.demo.cases.CaseFile.Note;
import dev.semel.demo.cases.CaseFile.Notice;
import dev.semel.demo.cases.CaseFile.Piece;
import dev.semel.demo.cases.CaseFile.Timer;
import dev.semel.demo.tokens.User;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Reads cases. Each method sees one moment of the database. */
@Component
@Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
public class CaseFiles {
  private static final int MAX_ROWS = 200;

  private final JdbcClient jdbc;

  CaseFiles(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Cases of a tenant, newest first.
   *
   * @param counts of all cases, by state
   */
  public record CaseList(List<CaseSummary> cases, Map<CaseState, Long> counts) {
    static CaseList of(List<CaseSummary> cases, List<StateCount> counts) {
      Map<CaseState, Long> byState = new EnumMap<>(CaseState.class);
      counts.forEach(count -> byState.put(count.state(), count.cases()));
      return new CaseList(cases, byState);
    }
  }

  /** How many cases are in a state. */
  record StateCount(CaseState state, long cases) {}

  public CaseList list(User user, @Nullable CaseState state, int limit) {
    List<CaseSummary> cases =
        jdbc.sql(CaseFilesSql.LIST)
            .param("tenant", user.tenant())
            .param("state", state == null ? null : state.name())
            .param("limit", limit)
            .query(CaseSummary.class)
            .list();
    List<StateCount> counts =
        jdbc.sql(CaseFilesSql.COUNTS).param("tenant", user.tenant()).query(StateCount.class).list();
    return CaseList.of(cases, counts);
  }

  /** A case of the user's tenant, and of no other. */
  public CaseSummary summary(User user, UUID caseId) {
    return jdbc.sql(CaseFilesSql.FIND)
        .param("tenant", user.tenant())
        .param("caseId", caseId)
        .query(CaseSummary.class)
        .optional()
        .orElseThrow(Cases::missing);
  }

  public CaseFile file(User user, UUID caseId) {
    CaseSummary summary = summary(user, caseId);
    return new CaseFile(
        summary,
        jdbc.sql(CaseFilesSql.DESCRIPTION).param("caseId", caseId).query(String.class).single(),
        Move.allowedIn(summary.state()),
        rows(CaseFilesSql.TIMERS, caseId, Timer.class),
        rows(CaseFilesSql.EVIDENCE, caseId, Piece.class),
        rows(CaseFilesSql.NOTES, caseId, Note.class),
        rows(CaseFilesSql.FEES, caseId, Fee.class),
        rows(CaseFilesSql.NOTICES, caseId, Notice.class));
  }

  private <T> List<T> rows(String sql, UUID caseId, Class<T> type) {
    return jdbc.sql(sql).param("caseId", caseId).param("limit", MAX_ROWS).query(type).list();
  }
}
