package dev.semel.spring.events.guide;

// snippet: spring-typed-event
import dev.semel.spring.event.PublishedEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class Reopening {
  @PublishedEvent(
      type = "CaseReopened",
      aggregate = "case",
      aggregateId = "#this.caseId",
      version = "#this.version")
  record CaseReopened(long caseId, long version, String reason) {}

  private final JdbcClient jdbc;
  private final ApplicationEventPublisher events;

  Reopening(JdbcClient jdbc, ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.events = events;
  }

  @Transactional
  public void reopen(long id, String reason) {
    long version =
        jdbc.sql(
                "UPDATE public.casefile SET state = 'OPEN', version = version + 1 WHERE id = ? RETURNING version")
            .param(id)
            .query(Long.class)
            .single();
    events.publishEvent(new CaseReopened(id, version, reason));
  }
}
// end snippet
