package dev.semel.demo.dashboard;

import dev.semel.demo.cases.CaseState;
import dev.semel.demo.dashboard.DashboardView.OfficerCases;
import dev.semel.demo.tokens.User;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Reads the dashboard, at one moment of the database. */
@Component
@Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
public class Dashboards {
  private static final int MAX_OFFICERS = 50;

  private final JdbcClient jdbc;

  Dashboards(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** How many cases are in a state. */
  record StateCount(CaseState state, long cases) {}

  /** All cases of a tenant together. */
  record Totals(long cases, long notes, long events, long behind) {}

  public DashboardView of(User user) {
    Totals totals =
        jdbc.sql(DashboardSql.TOTALS).param("tenant", user.tenant()).query(Totals.class).single();
    return new DashboardView(
        totals.cases(),
        totals.notes(),
        totals.events(),
        totals.behind(),
        states(user),
        officers(user));
  }

  private Map<CaseState, Long> states(User user) {
    Map<CaseState, Long> states = new EnumMap<>(CaseState.class);
    jdbc.sql(DashboardSql.STATES)
        .param("tenant", user.tenant())
        .query(StateCount.class)
        .list()
        .forEach(count -> states.put(count.state(), count.cases()));
    return states;
  }

  private List<OfficerCases> officers(User user) {
    return jdbc.sql(DashboardSql.OFFICERS)
        .param("tenant", user.tenant())
        .param("limit", MAX_OFFICERS)
        .query(OfficerCases.class)
        .list();
  }
}
