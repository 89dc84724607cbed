package dev.semel.demo.dashboard;

import dev.semel.demo.problems.Reading;
import dev.semel.demo.tokens.User;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;

/** The dashboard to look at. */
@Reading
class DashboardQueries {
  private final Dashboards dashboards;

  DashboardQueries(Dashboards dashboards) {
    this.dashboards = dashboards;
  }

  @GetMapping("/api/dashboard")
  DashboardView dashboard(@RequestAttribute User user) {
    return dashboards.of(user);
  }
}
