package dev.semel.demo.dashboard;

import dev.semel.demo.cases.CaseState;
import java.util.List;
import java.util.Map;

/**
 * What the events of a tenant's cases add up to.
 *
 * @param cases how many the dashboard knows
 * @param notes in all of them
 * @param events that were applied to them
 * @param behind cases of which the dashboard has not yet applied all events
 * @param states cases in each state
 * @param officers who has how many cases, the busiest first
 */
public record DashboardView(
    long cases,
    long notes,
    long events,
    long behind,
    Map<CaseState, Long> states,
    List<OfficerCases> officers) {

  /** How many cases an officer has. */
  public record OfficerCases(String officer, long cases) {}
}
